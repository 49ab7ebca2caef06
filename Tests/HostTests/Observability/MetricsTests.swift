import CoreMetrics
import Edge
import Loop
import Testing

@testable import Host

@Suite struct MetricsTests {
  /// Reads Prometheus' text format (0.0.4): each sample by its name and labels; records a test's fault for what is
  /// none.
  private func samples(_ text: String) throws -> [String: Double] {
    let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*(?:\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\S+)/
    let comment = /# (?:HELP|TYPE) [a-zA-Z_:][a-zA-Z0-9_:]* .+/
    var samples: [String: Double] = [:]
    #expect(text.hasSuffix("\n"))
    for line in text.split(separator: "\n") where line.wholeMatch(of: comment) == nil {
      let match = try #require(line.wholeMatch(of: sample), "\(line)")
      let value = match.2 == "+Inf" ? .infinity : try #require(Double(match.2), "\(line)")
      #expect(samples.updateValue(value, forKey: String(match.1)) == nil, "twice: \(line)")
    }
    return samples
  }

  @Test func requestsAreCountedByFunctionAndStatus() async throws {
    try await withHarness(functions: [Handlers.open, Handlers.user]) { host in
      for _ in 0..<3 { _ = try await host.post("/functions/v1/open", "") }
      for _ in 0..<2 { _ = try await host.post("/functions/v1/user", "") }
      _ = try await host.post("/functions/v1/none", "")
      let answer = try await host.send(.get, "/metrics")
      #expect(answer["content-type"]?.hasPrefix("text/plain") == true)
      #expect(answer["content-type"]?.contains("version=0.0.4") == true)
      let samples = try samples(answer.body)
      #expect(samples[#"swiftlet_requests_total{function="open",status="200"}"#] == 3)
      #expect(samples[#"swiftlet_requests_total{function="user",status="401"}"#] == 2)
      #expect(samples[#"swiftlet_requests_total{function="unrouted",status="404"}"#] == 1)
      #expect(samples[#"swiftlet_requests_in_flight{function="open"}"#] == 0)
      #expect(samples[#"swiftlet_request_duration_seconds_count{function="open"}"#] == 3)
      #expect(samples[#"swiftlet_request_duration_seconds_bucket{function="open",le="+Inf"}"#] == 3)
      #expect(answer.body.contains("# TYPE swiftlet_requests_total counter\n"))
      #expect(answer.body.contains("# TYPE swiftlet_request_duration_seconds histogram\n"))
    }
  }

  @Test func requestsInHandAreCounted() async throws {
    let (entered, leave) = (Promise<Bool>(), Promise<Bool>())
    let waits = Function("waits", access: .anyone) { _ in
      entered.fulfil(true)
      return await leave.value()
    }
    try await withHarness(functions: [waits]) { host in
      async let answer = host.post("/functions/v1/waits", "")
      _ = await entered.value()
      let during = try await samples(host.send(.get, "/metrics").body)
      #expect(during[#"swiftlet_requests_in_flight{function="waits"}"#] == 1)
      leave.fulfil(true)
      _ = try await answer
      let after = try await samples(host.send(.get, "/metrics").body)
      #expect(after[#"swiftlet_requests_in_flight{function="waits"}"#] == 0)
    }
  }

  @Test func histogramsAreCumulative() throws {
    let registry = PrometheusRegistry()
    let histogram = registry.histogram("h", bounds: [0.1, 1, 10])
    for value in [0.05, 0.1, 0.5, 5, 50] { histogram.record(value) }
    let samples = try samples(registry.text)
    #expect(samples[#"h_bucket{le="0.1"}"#] == 2)
    #expect(samples[#"h_bucket{le="1"}"#] == 3)
    #expect(samples[#"h_bucket{le="10"}"#] == 4)
    #expect(samples[#"h_bucket{le="+Inf"}"#] == 5)
    #expect(samples["h_count"] == 5)
    #expect(samples["h_sum"] == 55.65)
    let bounds = registry.text.split(separator: "\n").filter { $0.hasPrefix("h_bucket") }
    #expect(bounds.count == 4)
    #expect(bounds.last?.contains("+Inf") == true)
  }

  @Test func whatAuthorsCountIsWrittenSafely() throws {
    let registry = PrometheusRegistry()
    registry.makeCounter(
      label: "my.app-counter", dimensions: [("path", "a\"b\\c\nd"), ("http:method", "GET"), ("0x", "é")]
    )
    .increment(by: 2)
    registry.makeMeter(label: "1st", dimensions: []).set(1.5)
    registry.makeRecorder(label: "é", dimensions: [], aggregate: false).record(Double.infinity)
    registry.makeTimer(label: "t", dimensions: []).recordNanoseconds(1_500_000_000)
    registry.makeCounter(label: "1st", dimensions: []).increment(by: 1)
    let samples = try samples(registry.text)
    #expect(samples[#"my_app_counter{_0x="é",http_method="GET",path="a\"b\\c\nd"}"#] == 2)
    #expect(samples["_1st"] == 1.5)
    #expect(samples["t_sum"] == 1.5)
  }

  @Test func theSameNameAndLabelsAreOneSeries() {
    let registry = PrometheusRegistry()
    registry.makeCounter(label: "c", dimensions: [("a", "1"), ("b", "2")]).increment(by: 1)
    registry.makeCounter(label: "c", dimensions: [("b", "2"), ("a", "1")]).increment(by: 1)
    #expect(registry.text == "# TYPE c counter\nc{a=\"1\",b=\"2\"} 2\n")
  }

  @Test func countersAsJSON() async throws {
    try await withHarness(functions: [Handlers.open]) { host in
      for _ in 0..<2 { _ = try await host.post("/functions/v1/open", "") }
      let answer = try await host.send(.get, "/functions/v1/_internal/metric")
      let json = try Wire.decode(JSONValue.self, from: [UInt8](answer.body.utf8))
      #expect(json["requests"] == 2)
      #expect(json["in_flight"] == 0)
      #expect(json["functions"]?["open"]?["by_status"]?["200"] == 2)
    }
  }

  @Test(arguments: ["/metrics", "/functions/v1/_internal/metric"])
  func numbersArePrivate(_ target: String) async throws {
    try await withHarness { configuration in
      configuration.tokens.secret = "a secret of this test, and of nothing else"
      configuration.tokens.secretKeys = ["sb_secret_one"]
      configuration.trustedProxies = ["127.0.0.9", "10.0.0.1"]
    } _: { host in
      func expect(
        _ verdict: String, from peer: String?, forwarded: String? = nil, token: String? = nil,
        at location: SourceLocation = #_sourceLocation
      ) async throws {
        var headers: HTTPFields = [.hostField: "127.0.0.1:54321"]
        if let forwarded { headers.append(HTTPField(name: try #require(.init("x-forwarded-for")), value: forwarded)) }
        let answer = try await host.send(.get, target, headers: headers, token: token, peer: peer)
        #expect(answer.verdict == verdict, sourceLocation: location)
      }
      for local in [nil, "127.0.0.1", "::1", "127.8.9.10", "::ffff:127.0.0.1"] {
        try await expect("200 -", from: local)
      }
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "192.0.2.7")
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "192.0.2.7", forwarded: "127.0.0.1")
      try await expect("403 PERMISSION_DENIED", from: "192.0.2.7", token: host.token())
      try await expect("200 -", from: "192.0.2.7", token: host.token(sub: nil, role: .serviceRole))
      try await expect("200 -", from: "192.0.2.7", token: "sb_secret_one")
      // A proxy on this machine does not make its clients local.
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "127.0.0.1", forwarded: "192.0.2.7")
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "127.0.0.1", forwarded: "127.0.0.1")
      // A trusted one may say who it is, the last untrusted address counting.
      try await expect("200 -", from: "127.0.0.9", forwarded: "127.0.0.1")
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "127.0.0.9", forwarded: "127.0.0.1, 192.0.2.7")
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "127.0.0.9", forwarded: "192.0.2.7, 10.0.0.1")
      // Of proxies alone the first counts, and a trusted one elsewhere is not this machine.
      try await expect("200 -", from: "127.0.0.9", forwarded: "127.0.0.9")
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "127.0.0.9", forwarded: "10.0.0.1")
      // A proxy that forwards no address, such as nginx's plain proxy_pass, which sends a loopback Host.
      try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "127.0.0.9")
      try await expect("200 -", from: "127.0.0.9", token: "sb_secret_one")
      // Only an address is local: no name, no text, and not nothing.
      for text in [
        "", " ", ",", "127.0.0.1,", "127.0.0.1, ", "localhost", "app.localhost", "١٢٧.٠.٠.١", "127.٠.٠.١",
        "127.0.0.1:80",
        "[::1]", "127.1", "127...1", "unknown", "_local", "\"127.0.0.1\"",
      ] {
        try await expect("401 UNAUTHORIZED_NO_AUTH_HEADER", from: "127.0.0.9", forwarded: text)
      }
      for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "192.0.2.7,127.0.0.1"] {
        try await expect("200 -", from: "127.0.0.9", forwarded: text)
      }
    }
  }

  /// A stream of a page lasts as long as the page is open, which says nothing about the host.
  @Test func durationsOfHandlersThatAreNotRecordedAreNotCounted() async throws {
    struct Handler: PathHandler {
      let name: String
      let isRecorded: Bool
      let answersPreflights = false
      func respond(to request: PathRequest) async -> Response { .text("") }
    }
    var paths = PathHandlers()
    paths.byPrefix = [
      ("/stream", Handler(name: "stream", isRecorded: false)), ("/pages", Handler(name: "pages", isRecorded: true)),
    ]
    try await withHarness(paths: paths) { host in
      for name in ["stream", "pages"] { _ = try await host.send(.get, "/\(name)/x") }
      let samples = try samples(try await host.send(.get, "/metrics").body)
      #expect(samples[#"swiftlet_requests_total{function="stream",status="200"}"#] == 1)
      #expect(samples[#"swiftlet_requests_in_flight{function="stream"}"#] == 0)
      #expect(samples[#"swiftlet_request_duration_seconds_count{function="pages"}"#] == 1)
      #expect(samples[#"swiftlet_request_duration_seconds_count{function="stream"}"#] == nil)
    }
  }
}
