import Edge
import NIOCore
import Testing

@testable import Host

/// Which requests to a table a route has; all others go on.
@Suite struct TableRoutingTests {
  @Test(arguments: [
    ("GET", "notes"), ("HEAD", "notes"), ("GET", "notes?select=id,text"), ("GET", "notes?order=id.desc&limit=1"),
    ("GET", "notes?is_done=eq.true"), ("POST", "notes"), ("POST", "notes?columns=text&select=id"),
    ("PATCH", "notes?id=eq.1&select=*"), ("DELETE", "notes?id=eq.1"), ("DELETE", "notes?id=eq."),
    ("POST", "notes/1/share"), ("POST", "notes/share"), ("POST", "n%6ftes"), ("POST", "notes/1/sh%61re"),
  ])
  func own(_ method: String, _ target: String) async throws {
    try await withNotes { host, _ in
      let answer = try await host.table(try #require(HTTPRequest.Method(method)), target, token: nil)
      #expect(answer.verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
    }
  }

  @Test(arguments: [
    ("PUT", "notes"), ("PUT", "notes?id=eq.1"), ("PATCH", "notes"), ("DELETE", "notes"), ("POST", "notes?id=eq.1"),
    ("PATCH", "notes?id=eq.1&text=eq.a"), ("PATCH", "notes?id=neq.1"), ("PATCH", "notes?id=in.(1,2)"),
    ("DELETE", "notes?id=eq.1&id=eq.2"), ("DELETE", "notes?id=eq.1&or=(id.eq.2)"), ("DELETE", "notes?id=eq.1&limit=1"),
    ("DELETE", "notes?id"), ("DELETE", "notes?id=1"), ("DELETE", "notes?id=not.eq.1"), ("DELETE", "notes?%69d=eq"),
    ("GET", "notes?select=id,tags(*)"), ("GET", "notes?select=id::text"), ("GET", "notes?select=name:text"),
    ("GET", "notes?select=data->a"), ("GET", "notes?select="), ("GET", "notes?select=id,id"),
    ("GET", "notes?select=*,id"), ("GET", "notes?order=data->a"), ("GET", "notes?order=id.up"),
    ("GET", "notes?order=id.asc.nullsfirst.x"),
    ("GET", "notes?limit=-1"), ("GET", "notes?limit=99999999999999999999"), ("GET", "notes?offset=1.5"),
    ("GET", "notes?limit=1&limit=2"), ("GET", "notes?is_done=is.null"), ("GET", "notes?author=is.true"),
    ("GET", "notes?and=(id.eq.1)"), ("POST", "notes?on_conflict=id"), ("POST", "notes?columns=a-b"),
    ("POST", "notes/1/share?x=1"), ("POST", "notes/1/share?select=*"), ("GET", "notes/1/share"),
    ("POST", "notes/"), ("POST", "notes//share"), ("POST", "notes/1/share/"), ("POST", "notes/1/2/share"),
    ("POST", "note"), ("POST", "Notes"), ("POST", "n%4ftes"), ("POST", "notes%2Fshare"), ("POST", ""),
    ("POST", "/notes"), ("GET", "notes\u{301}"),
    ("POST", String(repeating: "a/", count: 4000)), ("OPTIONS", "notes"),
  ])
  func others(_ method: String, _ target: String) async throws {
    try await withNotes { host, token in
      let answer = try await host.table(try #require(HTTPRequest.Method(method)), target, token: token)
      #expect(answer.status == 299)
    }
  }

  @Test func soManyParametersAreRead() async throws {
    try await withNotes { (host, token) async throws in
      let many = (0..<2000).map { "c\($0)=eq.1" }.joined(separator: "&")
      #expect(try await host.table(.get, "notes?\(many)", token: token).status == 299)
    }
  }

  @Test(arguments: [
    ("prefer", "resolution=merge-duplicates"), ("prefer", "return=minimal, resolution=ignore-duplicates"),
    ("content-profile", "private"), ("accept-profile", "private"), ("accept", "text/csv"),
    ("accept", "application/vnd.pgrst.plan+json"), ("accept", ""),
  ])
  func fieldsOfOthers(_ name: String, _ value: String) async throws {
    try await withNotes { host, token in
      for method in [HTTPRequest.Method.post, .get] {
        let fields: HTTPFields = [try #require(HTTPField.Name(name)): value]
        #expect(try await host.send(method, "/rest/v1/notes", headers: fields, token: token).status == 299)
      }
    }
  }

  @Test(arguments: [
    ("accept", "*/*"), ("accept", "text/csv, application/json;q=0.5"), ("accept", "application/vnd.pgrst.array+json"),
    ("accept-profile", "public"), ("content-profile", "public"),
    ("prefer", "missing=default,tx=rollback,handling=strict"),
  ])
  func fieldsOfOurs(_ name: String, _ value: String) async throws {
    try await withNotes { (host, token) async throws in
      let fields: HTTPFields = [try #require(HTTPField.Name(name)): value]
      #expect(try await host.send(.get, "/rest/v1/notes", headers: fields, token: token).status == 200)
    }
  }

  @Test func preflightsAreAnsweredForOwnRequestsAlone() async throws {
    try await withNotes { (host, _) async throws in
      for (method, target, status) in [
        ("PATCH", "notes?id=eq.1", 204), ("GET", "notes", 204), ("POST", "notes/1/share", 204), ("PATCH", "notes", 204),
        ("nonsense method", "notes", 204),
      ] {
        let fields: HTTPFields = [
          .origin: "https://a", .accessControlRequestMethod: method,
          .accessControlRequestHeaders: "prefer,accept-profile",
        ]
        let answer = try await host.send(.options, "/rest/v1/\(target)", headers: fields)
        #expect(answer.status == status)
        #expect(answer["access-control-allow-headers"]?.contains("accept-profile") == true)
      }
    }
  }

  @Test func withoutAnotherServerATableRequestWithoutARouteIs404() async throws {
    try await withHarness(routes: NoteTable().routes) { (host) async throws in
      #expect(try await host.table(.put, "notes", token: nil).verdict == "404 NOT_FOUND")
      #expect(try await host.table(.get, "notes", token: nil).verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
    }
  }

  @Test func aFunctionThatIsSwitchedOffHasNoRoute() async throws {
    try await withNotes {
      var off = FunctionConfiguration()
      off.enabled = false
      $0.functions["notes"] = off
    } _: { (host, token) async throws in
      #expect(try await host.table(.get, "notes", token: token).status == 299)
      #expect(try await host.table(.post, "notes", token: token, #"{"text":"a"}"#).status == 201)
    }
  }

  @Test func limitsMetricsAndLogLinesAreTheFunctions() async throws {
    try await withNotes {
      var limit = LimitConfiguration()
      (limit.count, limit.period, limit.subject, limit.functions) = (2, .seconds(60), .user, ["notes"])
      $0.callLimits["few"] = limit
    } _: { host, token in
      for status in [200, 200, 429] {
        let answer = try await host.table(.get, "notes", token: token)
        #expect(answer.status == status)
        #expect(answer.headers[.rateLimit] == "2")
      }
      let metrics = try await host.send(.get, "/metrics").body
      #expect(metrics.contains(#"swiftlet_requests_total{function="notes",status="200"} 2"#))
      #expect(metrics.contains(#"swiftlet_requests_total{function="notes",status="429"} 1"#))
    }
  }
}
