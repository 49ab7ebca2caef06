import Edge
import Testing

@testable import Host

/// The host's own routes: `/metrics` and the paths below `/functions/v1/_internal`.
@Suite struct OwnRoutesTests {
  private static let control = Function("run", access: .serviceRole) { _ in "ran" }
  private static let all = [
    "/metrics", "/functions/v1/_internal/metric", "/functions/v1/_internal/run", "/functions/v1/_internal/none",
    "/functions/v1/_internal", "/functions/v1/_internal/health", "/functions/v1/_internal/ready",
  ]
  private static let open = all.suffix(2)

  private func refusal(
    _ origins: [String], host: String?, needsLoopback: Bool = false, peer: String? = "192.0.2.7"
  ) -> String? {
    var headers = HTTPFields()
    headers[.hostField] = host
    for origin in origins { headers.append(HTTPField(name: .origin, value: origin)) }
    let request = IncomingRequest(method: .get, target: "/metrics", headers: headers, peer: peer)
    return OwnRoutes.refusal(of: request, needsLoopbackHost: needsLoopback)?.message
  }

  @Test(arguments: [
    ("http://127.0.0.1:54321", "127.0.0.1:54321"), ("http://localhost", "localhost"),
    ("http://localhost:80", "localhost"),
    ("http://localhost", "localhost:80"), ("https://api.example", "api.example"),
    ("https://api.example", "api.example:443"), ("HTTP://API.example", "api.EXAMPLE"), ("http://[::1]:8", "[::1]:8"),
    ("https://api.example", "api.example:"),
  ])
  func theHostsOwnOrigin(_ origin: String, _ host: String) {
    #expect(refusal([origin], host: host) == nil)
  }

  @Test(arguments: [
    ("https://app.example", "127.0.0.1:54321"), ("null", "127.0.0.1:54321"), ("", "127.0.0.1"),
    ("http://127.0.0.1:54322", "127.0.0.1:54321"), ("http://127.0.0.1", "127.0.0.1:54321"),
    ("http://localhost:54321", "127.0.0.1:54321"), ("https://localhost", "localhost:80"), ("file://", "localhost"),
    ("http://localhost.evil.example", "localhost"), ("http://localhost/", "localhost"),
    ("ftp://localhost", "localhost"),
    ("http://localhost:99999", "localhost"), ("http://", ""), ("http://[::1", "[::1"), ("http://localhost", nil),
  ])
  func foreignOrigins(_ origin: String, _ host: String?) {
    #expect(refusal([origin], host: host) == HostError.foreignOrigin.message)
  }

  @Test func everyOriginCounts() {
    #expect(refusal([], host: "localhost") == nil)
    #expect(refusal(["http://localhost", "http://localhost"], host: "localhost") == nil)
    #expect(refusal(["http://localhost", "http://evil.example"], host: "localhost") != nil)
  }

  @Test(arguments: ["127.0.0.1", "127.9.9.9:1", "[::1]:54321", "LocalHost:54321", "app.localhost", "[::1]"])
  func loopbackHosts(_ host: String) {
    #expect(refusal([], host: host, needsLoopback: true) == nil)
  }

  @Test(arguments: [
    nil, "", "evil.example", "evil.example:54321", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.1",
    "[2001:db8::1]", "0.0.0.0", "::1", "localhost:x", "evil.example@localhost", "evil.example, localhost", ":80",
  ])
  func otherHosts(_ host: String?) {
    #expect(refusal([], host: host, needsLoopback: true) == HostError.foreignHost.message)
    #expect(refusal([], host: host) == nil)
  }

  /// No page reaches the Unix socket.
  @Test func theSocketIsTheCommandsOwn() {
    #expect(refusal(["http://evil.example"], host: "x", needsLoopback: true, peer: nil) == nil)
  }

  @Test func aControlMayBeForTheSocketAlone() async throws {
    try await withHarness(controls: [Self.control.onSocketAlone()]) { host in
      let key = try host.token(sub: nil, role: .serviceRole)
      for (peer, verdict) in [(String?.none, "200 -"), ("127.0.0.1", "404 NOT_FOUND"), ("192.0.2.7", "404 NOT_FOUND")] {
        let answer = try await host.send(
          .post, "/functions/v1/_internal/run", headers: [.hostField: "localhost"], token: key, peer: peer)
        #expect(answer.verdict == verdict)
      }
    }
  }

  @Test func unknownOnesAreNotFound() async throws {
    try await withHarness(controls: [Self.control]) { host in
      for path in ["_internal", "_internal/", "_internal/none", "_internal/run/x", "_internal/health/"] {
        let answer = try await host.post("/functions/v1/\(path)", "")
        #expect(answer.verdict == "404 NOT_FOUND")
      }
    }
  }

  /// A page of another origin, as a browser on the host's machine sends its requests.
  @Test(arguments: all) func pagesAreRefused(_ target: String) async throws {
    try await withHarness(controls: [Self.control]) { host in
      for method in [HTTPRequest.Method.get, .post, .options] {
        for origin in ["https://app.example", "null"] {
          let answer = try await host.send(
            method, target,
            headers: [.hostField: "127.0.0.1:54321", .origin: origin, .accessControlRequestMethod: "POST"],
            token: host.token(sub: nil, role: .serviceRole), peer: "127.0.0.1")
          #expect(answer.verdict == "403 PERMISSION_DENIED")
          expectNoCORS(answer)
        }
      }
    }
  }

  @Test(arguments: all) func noAnswerHasAFieldOfCORS(_ target: String) async throws {
    try await withHarness(controls: [Self.control]) { host in
      for method in [HTTPRequest.Method.get, .post, .options, .trace] {
        for token in [nil, try host.token(), try host.token(sub: nil, role: .serviceRole)] {
          expectNoCORS(try await host.send(method, target, token: token))
          expectNoCORS(try await host.send(method, target, token: token, peer: "192.0.2.7"))
        }
      }
      let preflight = try await host.send(
        .options, target, headers: [.origin: "https://app.example", .accessControlRequestMethod: "POST"])
      #expect(preflight.verdict == "405 METHOD_NOT_ALLOWED")
      expectNoCORS(preflight)
    }
  }

  /// A page under a name that was rebound to a loopback address.
  @Test(arguments: all) func anotherHostIsRefusedWithTheDevelopmentSecret(_ target: String) async throws {
    try await withHarness(controls: [Self.control]) { host in
      let answer = try await host.send(
        .post, target, headers: [.hostField: "evil.example:54321", .origin: "http://evil.example:54321"],
        token: host.token(sub: nil, role: .serviceRole), peer: "127.0.0.1")
      if Self.open.contains(target) {
        #expect(answer.status == 200)
      } else {
        #expect(answer.verdict == "403 PERMISSION_DENIED")
        #expect(answer.body.contains("127.0.0.1, [::1] or localhost"))
      }
    }
  }

  @Test(arguments: ["/metrics", "/functions/v1/_internal/metric"])
  func aRequestOfThisMachineNeedsALoopbackHostOrTheKey(_ target: String) async throws {
    try await withHarness(controls: [Self.control]) { configuration in
      configuration.tokens.secret = "a secret of this test, and of nothing else"
    } _: { host in
      func verdict(of name: String, _ token: String? = nil, at target: String) async throws -> String {
        try await host.send(.post, target, headers: [.hostField: name], token: token, peer: "127.0.0.1").verdict
      }
      let key = try host.token(sub: nil, role: .serviceRole)
      #expect(try await verdict(of: "localhost:54321", at: target) == "200 -")
      #expect(try await verdict(of: "evil.example", at: target) == "403 PERMISSION_DENIED")
      #expect(try await verdict(of: "evil.example", host.token(), at: target) == "403 PERMISSION_DENIED")
      #expect(try await verdict(of: "api.example", key, at: target) == "200 -")
      #expect(try await verdict(of: "api.example", key, at: "/functions/v1/_internal/run") == "200 -")
    }
  }

  private func expectNoCORS(_ answer: Answer, _ location: SourceLocation = #_sourceLocation) {
    let names = answer.headers.map(\.name.canonicalName).filter { $0.hasPrefix("access-control-") }
    #expect(names.isEmpty, sourceLocation: location)
  }
}
