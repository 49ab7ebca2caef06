import Edge
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Host

/// Responses as they travel.
@Suite struct ResponseFramingTests {
  private static let id = InvocationID(at: Date(timeIntervalSince1970: 1_700_000_000))
  private let host = HostFields(id: id, servedBy: "swiftlet/here", traceparent: "00-a-b-01")

  private func start(_ line: String = "GET / HTTP/1.1") throws -> RequestStart {
    var parser = RequestParser(limits: Limits())
    var position = 0
    let bytes = Array("\(line)\r\nHost: x\r\n\r\n".utf8)
    guard case .head(let start) = try parser.next(bytes.span, &position) else { throw HostError.noRequest }
    return start
  }

  private func lines(_ response: Response, _ line: String = "GET / HTTP/1.1") throws -> [String] {
    var framing = ResponseFraming(request: try start(line))
    var bytes = ByteWriter(capacity: 16)
    _ = framing.begin(response, host, date: "today", to: &bytes)
    let text = unsafe bytes.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func aBodyThatIsThere() throws {
    #expect(
      try lines(.text("hello")) == [
        "HTTP/1.1 200 OK", "sb-request-id: \(Self.id)", "Content-Type: text/plain;charset=UTF-8",
        "x-served-by: swiftlet/here", "traceparent: 00-a-b-01", "Access-Control-Allow-Origin: *", "date: today",
        "content-length: 5", "", "hello",
      ])
  }

  /// What frames the message, and what the host says, is not the function's to say.
  @Test func theHostsFieldsTakeThePlaceOfTheFunctions() throws {
    var response = Response.noContent
    for name in [
      "Content-Length", "transfer-encoding", "Connection", "Keep-Alive", "Upgrade", "trailer", "SB-Request-ID",
      "X-Served-By", "Traceparent",
    ] { response.headers[try #require(HTTPField.Name(name))] = "mine" }
    response.headers[.accessControlAllowOrigin] = "https://app"
    response.headers[try #require(HTTPField.Name("date"))] = "yesterday"
    #expect(
      try lines(response) == [
        "HTTP/1.1 204 No Content", "sb-request-id: \(Self.id)", "Access-Control-Allow-Origin: https://app",
        "date: yesterday", "x-served-by: swiftlet/here", "traceparent: 00-a-b-01", "", "",
      ])
    let untraced = HostFields(id: Self.id, servedBy: "swiftlet/here")
    let kit = response.completed(untraced).headers
    #expect(kit[values: .requestID] == ["\(Self.id)"] && kit[values: .servedBy] == ["swiftlet/here"])
    #expect(
      kit[values: try #require(HTTPField.Name("traceparent"))] == ["mine"]
        && kit[values: .accessControlAllowOrigin] == ["https://app"])
  }

  /// There is room for what is long, and for what is many.
  @Test func longHeadsAreWhole() throws {
    let long = String(repeating: "é long ", count: 600) + "."
    var response = Response.bytes(Array(repeating: 7, count: 100_000))
    response.status = .init(code: 299, reasonPhrase: String(repeating: "r", count: 900))
    for index in 0..<200 { response.headers[try #require(HTTPField.Name("x-\(index)"))] = long }
    let text = try lines(response)
    #expect(text.filter { $0.hasSuffix(": \(long)") }.count == 200)
    #expect(text.last?.utf8.count == 100_000)
    #expect(text.contains("content-length: 100000"))
  }

  @Test func oldClientsAndHeads() throws {
    #expect(try lines(.text("hello"), "HEAD / HTTP/1.1").suffix(3) == ["content-length: 5", "", ""])
    #expect(
      try lines(.text("hello"), "GET / HTTP/1.0").suffix(4) == ["content-length: 5", "connection: close", "", "hello"])
    #expect(
      try lines(.stream(contentType: "text/plain") { _ in }).suffix(3) == ["transfer-encoding: chunked", "", ""])
    #expect(
      try lines(.stream(contentType: "text/plain") { _ in }, "GET / HTTP/1.0").suffix(3) == [
        "connection: close", "", "",
      ])
  }
}
