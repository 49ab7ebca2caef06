import Edge
import Testing

@testable import Host

@Suite struct RoutingTests {
  @Test(arguments: [
    ("/functions/v1/echo", "GET |-|"), ("/functions/v1/echo/", "GET /|-|"),
    ("/functions/v1/echo/tasks/1?q=2&r=a%20b", "GET /tasks/1|q=2&r=a%20b|"), ("/functions/v1/echo?", "GET ||"),
    ("/functions/v1/echo?a=/../b", "GET |a=/../b|"), ("/functions/v1/echo/a%2Fb", "GET /a%2Fb|-|"),
    ("/functions/v1/echo//x", "GET //x|-|"), ("/functions/v1/echo/a..b/...", "GET /a..b/...|-|"),
    ("/functions/v1/echo/日", "GET /日|-|"), ("/functions/v1/%65cho", "GET |-|"),
    ("/functions/v1/ech%6F/a%2Fb?c", "GET /a%2Fb|c|"),
    ("http://host.example/functions/v1/echo/x?y", "GET /x|y|"),
    ("HTTPS://host.example/functions/v1/echo?a=/b", "GET |a=/b|"),
  ])
  func whatAFunctionSees(_ target: String, _ seen: String) async throws {
    try await withHarness(functions: [Handlers.echo]) { host in
      let answer = try await host.send(.get, target)
      #expect(answer.status == 200)
      #expect(answer.body == seen)
    }
  }

  @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"])
  func methods(_ name: String) async throws {
    try await withHarness(functions: [Handlers.echo]) { host in
      let answer = try await host.send(try #require(HTTPRequest.Method(name)), "/functions/v1/echo")
      #expect(answer.body == "\(name) |-|")
    }
  }

  @Test(arguments: [
    "/functions/v1/../echo", "/functions/v1/echo/..", "/functions/v1/echo/../../etc/passwd",
    "/functions/v1/%2e%2e/echo",
    "/functions/v1/echo/%2E%2e", "/functions/v1/echo/.%2e/x", "/functions/v1/echo/x%2f..%2fy", "/functions/v1/echo%00",
    "/functions/v1/echo/%00", "/functions/v1/echo/./x", "/functions/v1/echo/%2e/x", "/functions/v1/echo/%zz",
    "/functions/v1/echo/%4", "/functions/v1/echo/%c0%af", "/functions/v1/echo/a\\b", "/functions/v1/echo/a%5cb",
    "/functions/v1/echo/%ff", "/rest/v1/rpc/../x", "/storage/v1/object/sign/b/../../x", "/%2e%2e/metrics",
  ])
  func pathTricks(_ target: String) async throws {
    try await withHarness(functions: [Handlers.echo]) { host in
      let answer = try await host.send(.get, target)
      #expect(answer.verdict == "400 BAD_REQUEST")
    }
  }

  @Test(arguments: [
    "/", "", "*", "/functions", "/functions/v1", "/functions/v1/", "/functions/v2/echo", "//functions/v1/echo",
    "/Functions/v1/echo", "/functions/v1/Echo", "/functions/v1/echo%20", "/functions/v1/%45cho", "/functions/v1//echo",
    "/functions/v1/echo%2Fx", "/functions/v1/%5Finternal/health", "/%66unctions/v1/echo",
    "/functions/v1/echo\u{301}", "/functions/v1/\u{301}echo", "/functions/v1/_internal/health/x", "/metrics/",
    "/metric", "http://host.example", "http://x?next=/metrics", "a?u=http://h/functions/v1/echo",
    "x://h/functions/v1/echo", "http:/functions/v1/echo",
  ])
  func nothingIsThere(_ target: String) async throws {
    try await withHarness(functions: [Handlers.echo]) { host in
      let answer = try await host.send(.get, target)
      #expect(answer.verdict == "404 NOT_FOUND")
    }
  }

  @Test func theHostsOwnRoutes() async throws {
    try await withHarness { host in
      let health = try await host.send(.get, "/functions/v1/_internal/health")
      #expect(health.status == 200)
      #expect(health.body == #"{"message":"ok"}"#)
      #expect(try await host.send(.get, "/functions/v1/_internal/ready").body == #"{"ready":true}"#)
    }
    let unready = try await Harness(readiness: { ["migration 3 is missing"] })
    let answer = try await unready.send(.get, "/functions/v1/_internal/ready")
    await unready.close()
    #expect(answer.status == 503)
    #expect(answer.body.contains("migration 3 is missing"))
    #expect(answer["x-relay-error"] == nil)
  }

  @Test func aFunctionThatIsSwitchedOffIsUnknown() async throws {
    try await withHarness(functions: [Handlers.echo, Handlers.open]) { configuration in
      var off = FunctionConfiguration()
      off.enabled = false
      configuration.functions["echo"] = off
    } _: { host in
      let off = try await host.send(.get, "/functions/v1/echo")
      #expect(off.verdict == "404 NOT_FOUND")
      #expect(try await host.send(.get, "/functions/v1/open").status == 200)
    }
  }

  @Test func ownSecrets() async throws {
    let tells = Function("tells", access: .anyone) { context in
      [
        context.secrets["SHARED"] ?? "-", context.secrets["OWN"] ?? "-", context.secrets["SB_REGION"] ?? "-",
        context.secrets["SB_EXECUTION_ID"] == context.id.description ? "id" : "-", context.secrets["PATH"] ?? "-",
        context.secrets["HOME"] ?? "-",
      ]
    }
    try await withHarness(functions: [tells]) { configuration in
      configuration.secrets = ["SHARED": "s", "OWN": "shared"]
      var own = FunctionConfiguration()
      own.secrets = ["OWN": "o"]
      configuration.functions["tells"] = own
      configuration.region = "eu"
    } _: { host in
      let answer = try await host.post("/functions/v1/tells", "")
      #expect(answer.body == #"["s","o","eu","id","-","-"]"#)
    }
  }
}
