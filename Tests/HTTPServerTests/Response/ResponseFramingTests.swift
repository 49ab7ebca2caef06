import HTTPTypes
import NIOCore
import Testing

@testable import HTTPServer

/// The framing of responses.
@Suite struct ResponseFramingTests {
  private func head(_ line: String) throws -> RequestHead {
    var parser = RequestParser(limits: .test)
    var position = 0
    let bytes = Array("\(line)\r\nHost: x\r\n\r\n".utf8)
    guard case .head(let head) = try parser.next(bytes.span, &position) else { throw ProtocolFault.notHTTP }
    return head
  }

  private func lines(_ response: ServerResponse, _ line: String = "GET / HTTP/1.1") throws -> [String] {
    var framing = ResponseFraming(request: try head(line))
    var bytes = ResponseBytes(capacity: 16)
    _ = framing.begin(response, date: "today", to: &bytes)
    let text = unsafe bytes.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let stream = ServerResponse(
    status: .ok, fields: TestFields([]), body: .stream(length: nil) { _ in })

  @Test func aBodyOfBytes() throws {
    let expected = [
      "HTTP/1.1 200 OK", "Content-Type: text/plain", "date: today", "content-length: 5", "", "hello",
    ]
    let fields = TestFields([("Content-Type", "text/plain")])
    #expect(
      try lines(ServerResponse(status: .ok, fields: fields, body: .buffer(ByteBuffer(string: "hello")))) == expected)
    #expect(try lines(ServerResponse(status: .ok, fields: fields, body: .bytes(Array("hello".utf8)))) == expected)
  }

  /// The handler's fields do not frame the message.
  @Test func theServersFieldsTakeThePlaceOfTheHandlers() throws {
    let framing = ["Content-Length", "transfer-encoding", "Connection", "Keep-Alive", "Upgrade", "trailer"]
    let fields = TestFields(framing.map { ($0, "mine") } + [("Date", "yesterday"), ("x-mine", "kept")])
    #expect(
      try lines(ServerResponse(status: .noContent, fields: fields, body: .bytes([]))) == [
        "HTTP/1.1 204 No Content", "Date: yesterday", "x-mine: kept", "", "",
      ])
  }

  /// There is room for what is long, and for what is many.
  @Test func longHeadsAreWhole() throws {
    let long = String(repeating: "é long ", count: 600) + "."
    let response = ServerResponse(
      status: .init(code: 299, reasonPhrase: String(repeating: "r", count: 900)),
      fields: TestFields((0..<200).map { ("x-\($0)", long) }), body: .bytes(Array(repeating: 7, count: 100_000)))
    let text = try lines(response)
    #expect(text.filter { $0.hasSuffix(": \(long)") }.count == 200)
    #expect(text.last?.utf8.count == 100_000)
    #expect(text.contains("content-length: 100000"))
  }

  @Test func oldClientsAndHeads() throws {
    #expect(try lines(.test("hello"), "HEAD / HTTP/1.1").suffix(3) == ["content-length: 5", "", ""])
    #expect(
      try lines(.test("hello"), "GET / HTTP/1.0").suffix(4) == ["content-length: 5", "connection: close", "", "hello"])
    #expect(try lines(Self.stream).suffix(3) == ["transfer-encoding: chunked", "", ""])
    #expect(try lines(Self.stream, "GET / HTTP/1.0").suffix(3) == ["connection: close", "", ""])
  }
}
