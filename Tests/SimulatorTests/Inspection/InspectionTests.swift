import Foundation
import Testing
import Wire

@testable import Simulator

@Suite(.timeLimit(.minutes(10))) struct InspectionTests {
  private func withBoth(
    _ body: (APNSSimulator, APNSSimulator.Listening, String) async throws -> Void
  ) async throws {
    try await withSimulator({ $0.inspectionPort = 0 }) { simulator, listening in
      let url = try #require(listening.inspectionURL)
      let client = try await TestClient.connect(listening.port, caFile: listening.caFile)
      #expect(try await client.outcome(client.push(token: "AA")) == .answered(200, ""))
      #expect(try await client.outcome(client.push(token: "bb")) == .answered(200, ""))
      try await body(simulator, listening, url)
      await client.close()
    }
  }

  private func curl(_ arguments: String...) async throws -> String {
    try await run(["curl", "--silent"] + arguments)
  }

  private func status(_ arguments: String...) async throws -> String {
    try await run(["curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}"] + arguments)
  }

  private func tokens(_ text: String) throws -> [String] {
    let json = try #require(jsonValue(Array(text.utf8)))
    return try #require(json["notifications"]?.array).compactMap { $0["token"]?.string }
  }

  private func shown(_ url: String) async throws -> [String] { try tokens(await curl(url)) }

  @Test func notificationsAreShownOnBothPorts() async throws {
    try await withBoth { simulator, listening, url in
      let plain = try await curl(url + "/notifications")
      let secure = try await curl(
        "--http2", "--cacert", listening.caFile, listening.url + "/_simulator/notifications")
      #expect(plain == secure)
      #expect(try tokens(plain) == ["aa", "bb"])
      let first = try #require(jsonValue(Array(plain.utf8))?["notifications"]?.array?.first)
      #expect(first["apns_id"]?.string == simulator.notifications[0].apnsID)
      #expect(first["payload"]?["aps"]?["alert"]?.string == "Hello")
      #expect(first["topic"]?.string == "com.example.app")
      #expect(first["type"]?.string == "alert")
      #expect(first["connection"]?.integer == 1)
      #expect(first["received_at"]?.string?.hasSuffix("Z") == true)
    }
  }

  @Test func notificationsAreFiltered() async throws {
    try await withBoth { simulator, _, url async throws in
      #expect(try await shown(url + "/notifications?token=BB") == ["bb"])
      #expect(try await shown(url + "/notifications?limit=1") == ["bb"])
      #expect(try await shown(url + "/notifications?topic=com.example.other") == [])
      #expect(try await shown(url + "/notifications?type=alert&topic=com.example.app") == ["aa", "bb"])
      let id = simulator.notifications[0].apnsID.uppercased()
      #expect(try await shown(url + "/notifications?apns_id=\(id)") == ["aa"])
      #expect(try await curl(url + "/notifications?limit=x") == #"{"error":"limit: expected a whole number"}"#)
    }
  }

  @Test func notificationsAreCleared() async throws {
    try await withBoth { simulator, _, url async throws in
      #expect(try await shown(url + "/notifications?clear") == ["aa", "bb"])
      #expect(
        try await curl(url + "/notifications") == #"{"total":0,"dropped":0,"matching":0,"notifications":[]}"#)
    }
    try await withBoth { simulator, _, url async throws in
      #expect(try await status("-X", "DELETE", url + "/notifications") == "204")
      #expect(simulator.notifications.isEmpty)
    }
  }

  @Test func onlyMatchingNotificationsAreCleared() async throws {
    try await withBoth { simulator, _, url async throws in
      #expect(try await shown(url + "/notifications?token=AA&limit=0&clear") == [])
      #expect(simulator.notifications.map(\.token) == ["bb"])
      #expect(try await status("-X", "DELETE", url + "/notifications?token=aa") == "204")
      #expect(simulator.notifications.map(\.token) == ["bb"])
      #expect(try await status("-X", "DELETE", url + "/notifications?token=bb&topic=") == "204")
      #expect(simulator.notifications.isEmpty)
    }
  }

  @Test func faultsAreScripted() async throws {
    try await withBoth { simulator, listening, url in
      let script = #"{"steps":[{"requests":1,"faults":[{"fault":"reset","code":"REFUSED_STREAM"}]}]}"#
      #expect(
        try await curl(url + "/faults", "-d", script) == """
          {"seed":1,"steps":[{"requests":1,"faults":[{"fault":"reset","code":"REFUSED_STREAM","share":1.0}]}],\
          "requests":0,"connections":0,"played":{}}
          """)
      let client = try await TestClient.connect(listening.port, caFile: listening.caFile)
      #expect(try await client.outcome(client.push()) == .reset(.refusedStream))
      #expect(try await curl(url + "/faults").hasSuffix(#""requests":1,"connections":1,"played":{"reset":1}}"#))
      #expect(
        try await curl(url + "/faults", "-d", #"{"steps":[{"requests":0}]}"#)
          == #"{"error":"steps[0].requests: Expected a whole number of 1 or more"}"#)
      #expect(try await status("-X", "DELETE", url + "/faults") == "204")
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      await client.close()
    }
  }

  @Test func tokensAreUnregistered() async throws {
    try await withBoth { _, listening, url in
      #expect(
        try await status(url + "/unregister", "-d", #"{"token":"AABB","timestamp":1700000000123}"#) == "204")
      let client = try await TestClient.connect(listening.port, caFile: listening.caFile)
      let gone = try client.push()
      #expect(await client.outcome(gone) == .answered(410, "Unregistered"))
      #expect(client.body(gone) == #"{"reason":"Unregistered","timestamp":1700000000123}"#)
      #expect(try await status(url + "/register", "-d", #"{"token":"aabb","environment":"sandbox"}"#) == "204")
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      #expect(try await status(url + "/unregister", "-d", #"{"token":"xy"}"#) == "400")
      #expect(try await status(url + "/unregister", "-d", #"{"token":"aa","timestamp":"now"}"#) == "400")
      #expect(try await status(url + "/register", "-d", #"{"token":"aa","environment":"mars"}"#) == "400")
      await client.close()
    }
  }

  @Test func statusAndRoutes() async throws {
    try await withBoth { _, _, url in
      let counts = try #require(try await jsonValue(Array(curl(url + "/status").utf8)))
      #expect(counts["accepted"]?.integer == 2)
      #expect(counts["open_connections"]?.integer == 1)
      #expect(try await jsonValue(Array(curl(url).utf8))?["routes"]?.array?.count == 8)
      #expect(try await status(url + "/nothing") == "404")
      #expect(try await status(url.replacingOccurrences(of: "/_simulator", with: "/3/device/aa")) == "404")
    }
  }

  @Test func foreignPagesAreRefused() async throws {
    try await withBoth { _, _, url async throws in
      #expect(try await status(url, "-H", "Host: evil.example") == "403")
      #expect(try await status(url + "/faults", "-H", "Origin: https://evil.example", "-d", "{}") == "403")
      #expect(try await status(url, "-H", "Origin: null") == "403")
      #expect(try await status(url, "-H", "Origin: http://localhost:3000", "-H", "Host: localhost:80") == "200")
    }
  }

  @Test func largeAndChunkedBodiesAreRefused() async throws {
    try await withBoth { _, _, url async throws in
      let file = NSTemporaryDirectory() + "inspection-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: file) }
      try Data(count: InspectionParser.bodyLimit + 1).write(to: URL(filePath: file))
      #expect(try await status(url + "/faults", "--data-binary", "@\(file)") == "413")
      try Data(#"{"steps":[]}"#.utf8).write(to: URL(filePath: file))
      let chunked = ["-X", "POST", "-H", "Transfer-Encoding: chunked", "--data-binary", "@\(file)"]
      #expect(
        try await status(url + "/faults", chunked[0], chunked[1], chunked[2], chunked[3], chunked[4], chunked[5])
          == "411")
      #expect(try await status("--http1.0", url) == "200")
      #expect(try await status("--head", url) == "404")
    }
  }

  @Test func aMalformedRequestIsRefused() async throws {
    try await withBoth { _, _, url async throws in
      let port = try #require(URL(string: url)?.port)
      let socket = try TestSocket(port: port)
      socket.write(Array("nonsense\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8))
      let answer = try Self.readToEnd(socket)
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(answer.hasSuffix("connection: close\r\n\r\n{\"error\":\"The request is malformed\"}"))
    }
  }

  /// A client that sends many requests before it reads gets all responses.
  @Test func pipelinedRequestsAreAllAnswered() async throws {
    try await withBoth { _, _, url async throws in
      let port = try #require(URL(string: url)?.port)
      let socket = try TestSocket(port: port)
      let count = 20_000
      Thread.detachNewThread {
        let request = "GET /_simulator HTTP/1.1\r\nHost: localhost\r\n\r\n"
        socket.write(Array(String(repeating: request, count: count - 1).utf8))
        socket.write(Array("GET /_simulator HTTP/1.1\r\nConnection: close\r\n\r\n".utf8))
      }
      #expect(try Self.readToEnd(socket).split(separator: "HTTP/1.1 200 OK\r\n").count == count)
    }
  }

  private static func readToEnd(_ socket: TestSocket) throws -> String {
    var bytes: [UInt8] = []
    while case let piece = try socket.read().get(), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}
