import Edge
import Foundation
import NIOCore
import Testing

@testable import Host

/// Limited calls, from the request to the response.
@Suite struct LimitedCallTests {
  private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
  private let open = Function("open", access: .anyone) { _ in ["ok": true] as JSONValue }
  private let user = Function("user", access: .user) { _ in ["ok": true] as JSONValue }

  private func limit(
    _ count: Int, _ subject: CallLimit.Subject, burst: Int? = nil, functions: [String]? = nil
  ) -> LimitConfiguration {
    var limit = LimitConfiguration()
    (limit.count, limit.period, limit.burst) = (count, .seconds(60), burst)
    (limit.subject, limit.functions) = (subject, functions)
    return limit
  }

  private func send(
    _ harness: Harness, _ target: String, method: HTTPRequest.Method = .post, token: String? = nil,
    peer: String? = "203.0.113.7", headers: HTTPFields = [:], after seconds: Int64 = 0
  ) async throws -> Answer {
    var headers = headers
    if let token { headers[.authorization] = "Bearer \(token)" }
    let reply = await harness.host.dispatcher.respond(
      to: IncomingRequest(method: method, target: target, headers: headers, peer: peer),
      body: RequestBody(ByteBuffer(string: "{}")),
      startedAt: Self.start + .seconds(seconds))
    let answer = try await Answer(reply.response)
    reply.finished(.completed)
    return answer
  }

  private func expect(
    _ status: Int, _ harness: Harness, _ target: String, method: HTTPRequest.Method = .post, token: String? = nil,
    peer: String? = "203.0.113.7", headers: HTTPFields = [:], after seconds: Int64 = 0,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await send(
      harness, target, method: method, token: token, peer: peer, headers: headers, after: seconds)
    #expect(answer.status == status, sourceLocation: location)
  }

  @Test func aResponseSaysWhatIsLeft() async throws {
    try await withHarness(functions: [user]) {
      $0.callLimits["general"] = limit(100, .user)
    } _: { harness in
      let answer = try await send(harness, "/functions/v1/user", token: try harness.token())
      #expect(answer.status == 200)
      let reset = Int(harness.clock.now.timeIntervalSince1970) + 1
      #expect(answer.headers[.rateLimit] == "100")
      #expect(answer["X-RateLimit-Remaining"] == "99")
      #expect(answer["X-RateLimit-Reset"] == "\(reset)")
      #expect(answer.headers[.rateLimitPolicy] == #""general";q=100;w=60"#)
      #expect(answer.headers[.rateLimitState] == #""general";r=99;t=1"#)
      #expect(answer.headers[.retryAfter] == nil)
      let exposed = answer.headers[values: .accessControlExposeHeaders].joined(separator: ", ")
      for field in ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit-policy", "ratelimit"]
      {
        #expect(exposed.split(separator: ", ").contains(field[...]))
      }
    }
  }

  @Test func aCallOverTheLimitIsRefusedUntilItIsToldToComeBack() async throws {
    try await withHarness(functions: [user]) {
      $0.callLimits["slow"] = limit(5, .user)
    } _: { harness in
      let token = try harness.token()
      for _ in 0..<5 { try await expect(200, harness, "/functions/v1/user", token: token) }
      let refused = try await send(harness, "/functions/v1/user", token: token)
      #expect(refused.status == 429)
      #expect(refused.headers[.retryAfter] == "12")
      #expect(refused.headers[.errorCode] == "RATE_LIMIT_EXCEEDED")
      #expect(refused["X-RateLimit-Remaining"] == "0")
      #expect(refused.headers[.rateLimitState] == #""slow";r=0;t=12"#)
      #expect(refused.headers[.accessControlAllowOrigin] == "*")
      let body = try Wire.decode(JSONValue.self, from: [UInt8](refused.body.utf8))
      #expect(body["code"] == "RATE_LIMIT_EXCEEDED")
      #expect(body["error"]?["code"] == "RATE_LIMIT_EXCEEDED")
      try await expect(429, harness, "/functions/v1/user", token: token, after: 11)
      try await expect(200, harness, "/functions/v1/user", token: token, after: 12)
      let other = try harness.token(sub: UUID().uuidString.lowercased())
      try await expect(200, harness, "/functions/v1/user", token: other)
      #expect(harness.registry.text.contains(#"swiftlet_limited_calls_total{limit="slow"} 2"#))
      #expect(harness.registry.text.contains(#"status="429""#))
    }
  }

  @Test func aFloodOfBadTokensIsRefusedBeforeTheyAreChecked() async throws {
    try await withHarness(functions: [user]) {
      $0.callLimits["clients"] = limit(3, .address)
    } _: { harness in
      let answers = try await (0..<5).asyncMap { number in
        try await send(harness, "/functions/v1/user", token: "bad\(number)").status
      }
      #expect(answers == [401, 401, 401, 429, 429])
      try await expect(429, harness, "/functions/v1/user", token: try harness.token())
      try await expect(200, harness, "/functions/v1/user", token: try harness.token(), peer: "203.0.113.8")
    }
  }

  @Test func anIPv6CustomerIsOneClient() async throws {
    try await withHarness(functions: [open]) {
      $0.callLimits["clients"] = limit(2, .address)
    } _: { harness in
      for host in 1...2 {
        try await expect(200, harness, "/functions/v1/open", peer: "2001:db8:0:1::\(host)")
      }
      try await expect(429, harness, "/functions/v1/open", peer: "2001:db8:0:1:ffff::3")
      try await expect(200, harness, "/functions/v1/open", peer: "2001:db8:0:2::1")
    }
  }

  @Test func aTrustedProxyNamesTheClient() async throws {
    try await withHarness(functions: [open]) {
      $0.callLimits["clients"] = limit(1, .address)
      $0.trustedProxies = ["10.0.0.1"]
      $0.tokens.secret = "a secret of this test, and of no other host"
    } _: { harness in
      func call(_ status: Int, _ client: String, from peer: String) async throws {
        try await expect(status, harness, "/functions/v1/open", peer: peer, headers: [.forwardedFor: client])
      }
      try await call(200, "198.51.100.1", from: "10.0.0.1")
      try await call(200, "198.51.100.2", from: "10.0.0.1")
      try await call(429, "198.51.100.1", from: "10.0.0.1")
      // Without a trusted proxy the field is the client's own text.
      try await call(200, "198.51.100.3", from: "10.0.0.2")
      try await call(429, "198.51.100.4", from: "10.0.0.2")
    }
  }

  @Test func aCallerWithoutAUserIsCountedByItsAddress() async throws {
    let any = Function("any", access: .verified) { _ in ["ok": true] as JSONValue }
    try await withHarness(functions: [open.limited(.perMinute(1)), any.limited(.perMinute(1))]) { _ in
    } _: { harness in
      try await expect(200, harness, "/functions/v1/open")
      try await expect(429, harness, "/functions/v1/open")
      try await expect(200, harness, "/functions/v1/open", peer: "203.0.113.8")
      let anon = try harness.token(sub: nil, role: .anon)
      try await expect(200, harness, "/functions/v1/any", token: anon)
      try await expect(429, harness, "/functions/v1/any", token: anon)
      try await expect(200, harness, "/functions/v1/any", token: try harness.token())
      let service = try harness.token(sub: nil, role: .serviceRole)
      for _ in 0..<3 { try await expect(200, harness, "/functions/v1/any", token: service) }
    }
  }

  @Test func preflightsAndTheHostsOwnRoutesAreFree() async throws {
    try await withHarness(functions: [open]) {
      $0.callLimits["all"] = limit(1, .address)
    } _: { harness in
      for _ in 0..<5 {
        try await expect(204, harness, "/functions/v1/open", method: .options)
        try await expect(200, harness, "/functions/v1/_internal/health", method: .get)
        try await expect(200, harness, "/metrics", method: .get, peer: nil)
      }
      try await expect(200, harness, "/functions/v1/open")
      try await expect(429, harness, "/functions/v1/open")
      // Unknown paths count too: they are what a scanner asks for.
      try await expect(429, harness, "/wp-login.php")
    }
  }

  @Test func aDatabaseFunctionAnswersInPostgRESTsForm() async throws {
    try await withHarness(procedures: [user]) {
      $0.callLimits["rpc"] = limit(1, .user)
    } _: { harness in
      let token = try harness.token()
      try await expect(200, harness, "/rest/v1/rpc/user", token: token)
      let refused = try await send(harness, "/rest/v1/rpc/user", token: token)
      #expect(refused.status == 429)
      let body = try Wire.decode(JSONValue.self, from: [UInt8](refused.body.utf8))
      #expect(body["code"] == "RATE_LIMIT_EXCEEDED" && body["hint"] == .null && body["error"] == nil)
      #expect(refused.headers[.retryAfter] == "60")
    }
  }

  @Test func theTightestOfSeveralLimitsIsShownAndARefusedCallCountsUnderNone() async throws {
    try await withHarness(functions: [user]) {
      $0.callLimits["general"] = limit(100, .user)
      $0.callLimits["search"] = limit(2, .function, functions: ["us*"])
    } _: { harness in
      let token = try harness.token()
      let first = try await send(harness, "/functions/v1/user", token: token)
      #expect(first.headers[.rateLimitPolicy] == #""general";q=100;w=60, "search";q=2;w=60"#)
      #expect(first.headers[.rateLimitState] == #""search";r=1;t=30"#)
      for _ in 0..<10 { _ = try await send(harness, "/functions/v1/user", token: token) }
      let later = try await send(harness, "/functions/v1/user", token: try harness.token(), after: 30)
      #expect(later.status == 200)
      // Two calls before and this one.
      #expect(harness.registry.text.contains(#"swiftlet_limited_calls_total{limit="search"} 9"#))
      #expect(harness.registry.text.contains(#"swiftlet_limited_calls_total{limit="general"} 0"#))
    }
  }

  @Test func theCodeDeclaresALimitThatTheConfigurationOverrides() async throws {
    let declared: [any Endpoint] = [user.limited(.perMinute(2), as: "shared"), open]
    try await withHarness(functions: declared) { _ in
    } _: { harness in
      let token = try harness.token()
      let answers = try await (0..<3).asyncMap { _ in
        try await send(harness, "/functions/v1/user", token: token).status
      }
      #expect(answers == [200, 200, 429])
      let free = try await send(harness, "/functions/v1/open")
      #expect(free.headers[.rateLimit] == nil)
    }
    try await withHarness(functions: declared) {
      var limit = LimitConfiguration()
      (limit.count, limit.period) = (1, .seconds(60))
      $0.callLimits["shared"] = limit
    } _: { harness in
      let token = try harness.token()
      let answers = try await (0..<2).asyncMap { _ in
        try await send(harness, "/functions/v1/user", token: token).status
      }
      #expect(answers == [200, 429])
    }
    try await withHarness(functions: declared) {
      $0.callLimits["shared"] = {
        var off = LimitConfiguration()
        off.enabled = false
        return off
      }()
    } _: { harness in
      let token = try harness.token()
      for _ in 0..<5 { try await expect(200, harness, "/functions/v1/user", token: token) }
    }
  }

  @Test func aLimitWithoutARateIsAnErrorAtTheStart() async throws {
    await #expect(throws: CatalogueError.self) {
      try await withHarness {
        $0.callLimits["x"] = LimitConfiguration()
      } _: { _ in
      }
    }
    await #expect(throws: CatalogueError.self) {
      try await withHarness(functions: [user.limited(.perMinute(1), as: "x"), open.limited(.perMinute(2), as: "x")]) {
        _ in
      }
    }
  }

  @Test func aLimitWithoutARateWaitsForTheFunctionThatDeclaresIt() {
    let declaring = user.limited(.perMinute(2), as: "declared")
    var off = LimitConfiguration()
    off.enabled = false
    var configuration = HostConfiguration()
    configuration.callLimits = [
      "whole": limit(1, .user), "declared": LimitConfiguration(), "later": LimitConfiguration(), "off": off,
    ]
    let kept = configuration.withoutUndeclaredLimits(by: [declaring, open])
    #expect(Set(kept.callLimits.keys) == ["whole", "declared", "off"])
    #expect(RateLimits.problems(kept.callLimits, [declaring, open]).isEmpty)
    #expect(RateLimits.problems(configuration.callLimits, [declaring, open]).count == 1)
  }

  @Test(arguments: [
    ("search", "search", true), ("search", "*", true), ("search", "sea*", true), ("search", "*rch", true),
    ("search", "s*a*h", true), ("search", "sear", false), ("search", "*x*", false), ("aa", "aa*aa", false),
    ("search", "", false), ("abc", "a**c", true),
  ])
  func patternsMatch(name: String, pattern: String, isMatch: Bool) {
    #expect(ActiveLimit.matches(name[...], pattern[...]) == isMatch)
  }

}

extension Range<Int> {
  fileprivate func asyncMap<Result>(_ transform: (Int) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
