import Edge
import HTTPTypes
import Testing

@testable import Gateway

/// The request that asks a server for a WebSocket.
@Suite struct UpgradeHeadTests {
  private func lines(_ url: String, _ headers: HTTPFields = [:]) throws -> [String] {
    String(decoding: try UpgradeHead(HTTPClient.Request(url: url, headers: headers)).bytes, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func theConnectionsFieldsAreSetHere() throws {
    let headers: HTTPFields = [
      .secWebSocketKey: "key=", .connection: "close", .upgrade: "h2c", .contentLength: "5",
      .transferEncoding: "chunked",
      .origin: "https://app",
    ]
    #expect(
      try lines("https://project.supabase.co/realtime/v1/websocket?apikey=a&vsn=1.0.0", headers) == [
        "GET /realtime/v1/websocket?apikey=a&vsn=1.0.0 HTTP/1.1", "Host: project.supabase.co",
        "Sec-WebSocket-Key: key=",
        "Origin: https://app", "Connection: Upgrade", "Upgrade: websocket", "", "",
      ])
  }

  @Test func aValueNeedNotBeUTF8() throws {
    var headers = HTTPFields()
    headers.append(HTTPField(name: .origin, value: [0x61, 0xe9] as [UInt8]))
    let bytes = try UpgradeHead(HTTPClient.Request(url: "http://x/", headers: headers)).bytes
    let line: [UInt8] = Array("Origin: a".utf8) + [0xe9, 0x0d, 0x0a]
    #expect(bytes.firstRange(of: line) != nil)
  }

  @Test(arguments: [
    ("http://127.0.0.1:4000/a/%7Eb//c?d=%2f#e", "GET /a/%7Eb//c?d=%2f HTTP/1.1", "Host: 127.0.0.1:4000"),
    ("http://[::1]:80", "GET / HTTP/1.1", "Host: [::1]"), ("https://x:443?q", "GET /?q HTTP/1.1", "Host: x"),
    ("https://x:80/", "GET / HTTP/1.1", "Host: x:80"),
  ]) func theTargetIsSentAsItIs(_ url: String, _ line: String, _ host: String) throws {
    #expect(Array(try lines(url).prefix(2)) == [line, host])
  }

  @Test func aURLWithASpaceIsRefused() {
    #expect(throws: HTTPClientError.self) { try UpgradeHead(HTTPClient.Request(url: "http://x/a b")) }
  }
}
