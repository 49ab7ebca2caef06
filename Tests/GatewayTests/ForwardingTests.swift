import Edge
import Foundation
import Gateway
import Testing

/// Requests and responses between a client and a recording server.
@Suite struct ForwardingTests {
  private static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

  @Test func aRequestArrivesAsItWasSent() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    try await withGateway(project: server.url) { host in
      _ = try await host.ask(
        "PATCH /rest/v1/riddles?id=eq.%F0%9F%90%A6&select=*&x= HTTP/1.1", "apikey: k", "Prefer: return=minimal",
        "Accept-Encoding: br", "prefer: count=exact", "Content-Type: application/json", "Range: 0-9",
        "X-Forwarded-For: 1.2.3.4", "Connection: X-Hop", "X-Hop: 1", "Content-Length: 7", body: #"{"a":1}"#)
    }
    let call = try #require(server.calls.first)
    #expect(server.calls.count == 1)
    #expect(call.line == "PATCH /rest/v1/riddles?id=eq.%F0%9F%90%A6&select=*&x= HTTP/1.1")
    #expect(call.text == #"{"a":1}"#)
    #expect(call["host"] == [server.url.replacing("http://", with: "")])
    #expect(call["x-forwarded-for"] == ["127.0.0.1"])
    #expect(call["x-forwarded-host"] == ["api.test"])
    let set = ["host", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-by", "content-length"]
    let passed = call.head.dropFirst().filter { line in !set.contains { line.lowercased().hasPrefix("\($0):") } }
    #expect(
      passed == [
        "apikey: k", "Prefer: return=minimal", "Accept-Encoding: br", "prefer: count=exact",
        "Content-Type: application/json", "Range: 0-9",
      ])
  }

  @Test func anUpgradeThatIsIgnoredIsNotPassedOn() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    try await withGateway(project: server.url) { host in
      let answer = try await host.ask(
        "GET /rest/v1/riddles HTTP/1.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA")
      #expect(answer.status == 200)
    }
    let call = try #require(server.calls.first)
    #expect((call["upgrade"], call["http2-settings"]) == ([], []))
  }

  /// A server ignores an Upgrade in HTTP/1.0 (RFC 9110, section 7.8).
  @Test func aWebSocketInHTTP10IsForwardedAsAnOrdinaryRequest() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    try await withGateway(project: server.url) { host in
      let answer = try await host.ask(
        "GET /realtime/v1/websocket HTTP/1.0", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
      #expect(answer.status == 200)
    }
    let call = try #require(server.calls.first)
    #expect(call["upgrade"].isEmpty)
  }

  @Test(arguments: [
    "/rest/v1/x?", "/rest/v1/x?a=1&&b=%zz?", "/a//b/", "/", "/rest/v1/rpc/theirs?a=b%20c",
    #"/rest/v1/%f0%9f%90%a6;a=b?q="x"{y}[z]|^`<>\&or=(a.eq.1,b.eq.2)"#,
  ])
  func aTargetArrivesByteForByte(_ target: String) async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    try await withGateway(project: server.url) { host in _ = try await host.ask("GET \(target) HTTP/1.1") }
    #expect(server.calls.map(\.line) == ["GET \(target) HTTP/1.1"])
  }

  @Test func aResponseArrivesAsItWasSent() async throws {
    let head = [
      "HTTP/1.1 206 A part of it", "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Content-Range: 0-4/5", "Set-Cookie: a=1",
      "Content-Encoding: gzip", "Set-Cookie: b=2", "X-Served-By: kong", "Location: http://elsewhere.test/x",
    ]
    let server = try RecordingServer { socket, _ in
      socket.send(
        (head + ["Connection: X-Hop", "X-Hop: 1", "Content-Length: 5", "", "12345"]).joined(separator: "\r\n"))
    }
    try await withGateway(project: server.url) { host in
      let answer = try await host.ask("GET /rest/v1/riddles HTTP/1.1")
      #expect(answer.body == "12345")
      #expect(answer["sb-request-id"].count == 1)
      #expect(answer["content-length"] == ["5"])
      let set = ["sb-request-id", "content-length", "connection"]
      #expect(answer.head.filter { line in !set.contains { line.lowercased().hasPrefix("\($0):") } } == head)
    }
  }

  @Test func theProjectsFieldsOutweighTheHosts() async throws {
    let server = try RecordingServer { socket, _ in
      socket.send(
        "HTTP/1.1 200 OK\r\nsb-request-id: theirs\r\nAccess-Control-Allow-Origin: https://app.test\r\nContent-Length: 0\r\n\r\n"
      )
    }
    // Its lines are complete once the host has stopped.
    let lines = AccessLines()
    try await withGateway(project: server.url, lines: lines) { host in
      let answer = try await host.ask("GET /auth/v1/user HTTP/1.1", "Origin: https://app.test")
      #expect(answer["sb-request-id"] == ["theirs"])
      #expect(answer["access-control-allow-origin"] == ["https://app.test"])
    }
    #expect(lines.text.contains("upstream_request_id") && lines.text.contains("theirs"))
  }

  @Test func aPreflightIsForwarded() async throws {
    let server = try RecordingServer { socket, _ in
      socket.send("HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: https://app.test\r\n\r\n")
    }
    try await withGateway(project: server.url) { host in
      let answer = try await host.ask(
        "OPTIONS /rest/v1/riddles HTTP/1.1", "Origin: https://app.test", "Access-Control-Request-Method: GET")
      #expect(answer.status == 204)
      #expect(answer["access-control-allow-origin"] == ["https://app.test"])
    }
  }

  @Test func aResponseWithoutABodyKeepsItsLength() async throws {
    let server = try RecordingServer { socket, call in
      switch call.line {
      case "HEAD /rest/v1/riddles HTTP/1.1": socket.send("HTTP/1.1 200 OK\r\nContent-Length: 4711\r\n\r\n")
      case "GET /rest/v1/same HTTP/1.1": socket.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n")
      default: socket.send("HTTP/1.1 204 No Content\r\n\r\n")
      }
    }
    try await withGateway(project: server.url) { host in
      let head = try await host.ask("HEAD /rest/v1/riddles HTTP/1.1")
      #expect((head.status, head["content-length"], head.body) == (200, ["4711"], ""))
      let same = try await host.ask("GET /rest/v1/same HTTP/1.1")
      #expect((same.status, same["etag"], same.body) == (304, ["\"1\""], ""))
      let none = try await host.ask("DELETE /rest/v1/riddles?id=eq.1 HTTP/1.1")
      #expect((none.status, none["content-length"], none["transfer-encoding"]) == (204, [], []))
    }
  }

  @Test func theHostsOwnPathsStayTheHosts() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    let own = Function.raw("own", access: .anyone) { _, _ in .text("ours") }
    try await withGateway(project: server.url, functions: [own], procedures: [own]) { host in
      for target in ["/functions/v1/own/x", "/rest/v1/rpc/own", "/functions/v1/_internal/health"] {
        let answer = try await host.ask("POST \(target) HTTP/1.1", "Content-Length: 2", body: "{}")
        #expect(answer.status == 200)
      }
      let unknown = try await host.ask("POST /functions/v1/unknown HTTP/1.1", "Content-Length: 0")
      #expect(unknown.status == 404)
    }
    #expect(server.calls.isEmpty)
  }

  @Test func requestsToTablesThatNoRouteHasAreForwarded() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    let keep = Function("keep", access: .anyone) { (row: JSONObject, _) in row }
    let routes: [TableRoute] = [.insert("notes", keep), .select("notes", filters: ["id": "id"], keep)]
    let body = #"{"a":1}"#
    try await withGateway(project: server.url, routes: routes) { host in
      let inserted = try await host.ask(
        "POST /rest/v1/notes HTTP/1.1", "Prefer: return=representation", "Content-Length: 7", body: body)
      #expect((inserted.status, inserted.body) == (201, "[\(body)]"))
      let minimal = try await host.ask("POST /rest/v1/notes HTTP/1.1", "Content-Length: 7", body: body)
      #expect((minimal.status, minimal["content-length"], minimal.body) == (201, ["0"], ""))
      let head = try await host.ask("HEAD /rest/v1/notes?id=eq.1 HTTP/1.1")
      #expect((head.status, head["content-range"], head.body) == (200, ["0-0/*"], ""))
      #expect(server.calls.isEmpty)
      for line in [
        "POST /rest/v1/notes?on_conflict=id", "GET /rest/v1/notes", "PATCH /rest/v1/notes?id=eq.1",
        "GET /rest/v1/notes?id=eq.1&limit=-1",
      ] {
        let answer = try await host.ask("\(line) HTTP/1.1", "Content-Length: 7", body: body)
        #expect(answer.status == 200)
      }
    }
    #expect(
      server.calls.map(\.line) == [
        "POST /rest/v1/notes?on_conflict=id HTTP/1.1", "GET /rest/v1/notes HTTP/1.1",
        "PATCH /rest/v1/notes?id=eq.1 HTTP/1.1", "GET /rest/v1/notes?id=eq.1&limit=-1 HTTP/1.1",
      ])
    #expect(server.calls.allSatisfy { $0.body == [UInt8](body.utf8) })
  }

  @Test func unknownFunctionsAreForwardedOnRequest() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    var gateway = GatewayConfiguration()
    gateway.unknownFunctions = .forward
    try await withGateway(project: server.url, gateway) { host in
      let answer = try await host.ask("POST /functions/v1/theirs/a?b HTTP/1.1", "Content-Length: 0")
      #expect(answer.status == 200)
    }
    #expect(server.calls.map(\.line) == ["POST /functions/v1/theirs/a?b HTTP/1.1"])
  }

  @Test func aServedFunctionIsNotForwardedInAnotherSpelling() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    var gateway = GatewayConfiguration()
    gateway.unknownFunctions = .forward
    let hello = Function("hello", access: .anyone) { _ in "ours" }
    try await withGateway(project: server.url, functions: [hello], gateway) { host in
      for name in ["hello", "%68ello", "h%65ll%6F"] {
        let answer = try await host.ask("POST /functions/v1/\(name) HTTP/1.1", "Content-Length: 0")
        #expect((answer.status, answer.body) == (200, #""ours""#), "\(name)")
      }
      for name in ["/hello", "%5Finternal/health", ""] {
        #expect(try await host.ask("GET /functions/v1/\(name) HTTP/1.1").status == 404, "\(name)")
      }
      #expect(try await host.ask("GET /%66unctions/v1/hello HTTP/1.1").status == 400, "a prefix has one spelling")
      #expect(try await host.ask("GET /functions/v1/th%65irs HTTP/1.1").status == 200)
    }
    #expect(server.calls.map(\.line) == ["GET /functions/v1/th%65irs HTTP/1.1"])
  }

  @Test func aServiceWithAnAddressOfItsOwnIsNotTheProjects() async throws {
    let project = try RecordingServer { socket, _ in socket.send(Self.empty) }
    let rest = try RecordingServer { socket, _ in socket.send(Self.empty) }
    var gateway = GatewayConfiguration()
    gateway.addresses[.rest] = URL(string: rest.url)
    try await withGateway(project: project.url, gateway) { host in
      for target in ["/rest/v1/riddles?a=b", "/graphql/v1", "/auth/v1/health"] {
        _ = try await host.ask("GET \(target) HTTP/1.1", "Content-Profile: mine")
      }
    }
    #expect(rest.calls.map(\.line) == ["GET /riddles?a=b HTTP/1.1", "GET /rpc/graphql HTTP/1.1"])
    #expect(rest.calls.map { $0["content-profile"] } == [["mine"], ["graphql_public"]])
    #expect(project.calls.map(\.line) == ["GET /auth/v1/health HTTP/1.1"])
  }

  @Test func aQueryIsNotLogged() async throws {
    let server = try RecordingServer { socket, _ in socket.send(Self.empty) }
    // Their lines are complete once the host has stopped.
    let (passed, failed) = (AccessLines(), AccessLines())
    try await withGateway(project: server.url, lines: passed) { host in
      _ = try await host.ask("GET /realtime/v1/x?apikey=geheim HTTP/1.1")
      _ = try await host.ask("GET /realtime/v1/x%2e?apikey=geheim HTTP/1.1")
    }
    try await withGateway(project: "http://127.0.0.1:1", lines: failed) { host in
      _ = try await host.ask("GET /auth/v1/x?apikey=geheim HTTP/1.1")
    }
    #expect(passed.text.contains("realtime") && !passed.text.contains("geheim"))
    #expect(failed.text.contains("auth") && !failed.text.contains("geheim"))
  }
}
