import HTTPTypes
import Testing

@testable import Gateway

/// A server's answer to the handshake of a WebSocket.
@Suite struct HandshakeReaderTests {
  /// Reads an answer that comes in pieces of a length, and then ends.
  private func read(_ text: String, by count: Int = .max) throws -> HandshakeAnswer {
    var reader = HandshakeReader()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      if let answer = try reader.receive(Array(rest.prefix(count))) { return answer }
      rest = rest.dropFirst(count)
    }
    return try reader.inputHasEnded()
  }

  private static let switching =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: abc=\r\n\r\n"

  @Test(arguments: [1, 2, 3, 7, 1000]) func aWebSocketBeginsBehindTheHead(_ count: Int) throws {
    let answer = try read(Self.switching + "\u{1}\u{2}frame", by: count)
    #expect(answer.status.code == 101)
    #expect(answer.status.reasonPhrase == "Switching Protocols")
    #expect(answer.fields[.secWebSocketAccept] == "abc=")
    guard case .frames(let bytes) = answer.rest else { return #expect(Bool(false), "no frames") }
    // What has not come yet is read later.
    #expect(Array("\u{1}\u{2}frame".utf8).starts(with: bytes))
    if count == 1000 { #expect(bytes.count == 7) }
  }

  @Test func aValueNeedNotBeUTF8() throws {
    var reader = HandshakeReader()
    let start = Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nServer: a".utf8)
    let received = try reader.receive(start + [0xe9] + Array("\r\n\r\n".utf8))
    let field = try #require(received?.fields.first { $0.name == .server })
    let value = unsafe field.withUnsafeBytesOfValue { unsafe Array($0) }
    #expect(value == [0x61, 0xe9])
  }

  @Test func interimAnswersAreDropped() throws {
    let answer = try read("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + Self.switching)
    #expect(answer.status.code == 101)
    #expect(answer.fields.count == 3)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope and more", "nope"),
      (
        "HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n2;x=y\r\npe\r\n0\r\nA: b\r\n\r\n",
        "nope"
      ),
      ("HTTP/1.0 500 Oops\r\n\r\nto the end", "to the end"),
      ("HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n", ""),
      ("HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n", ""),
    ], [1, 5, 1000]) func aRefusalHasItsBody(_ example: (text: String, body: String), _ count: Int) throws
  {
    #expect(try read(example.text, by: count).rest == .body(Array(example.body.utf8)))
  }

  /// Decoding all that has come with each further piece would take minutes.
  @Test(.timeLimit(.minutes(1))) func manyChunksAreReadOnce() throws {
    let chunks = String(repeating: "1\r\na\r\n", count: 100_000)
    let text = "HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n"
    let body = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)
    #expect(try read(text, by: 100).rest == .body(body))
  }

  @Test(arguments: [
    "HTTP/2 101 x\r\n\r\n", "HTTP/1.1 1010 x\r\n\r\n", "HTTP/1.1 099 x\r\n\r\n", "SSH-2.0\r\n\r\n", "\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n", "HTTP/1.1 200 OK\nA: b\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\rC: d\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\nC: d\r\n\r\n",
    "HTTP/1.1 101 x\r\nUpgrade: h2c\r\n\r\n", "HTTP/1.1 101 x\r\n\r\n",
    "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nUpgrade: h2c\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\na", "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\na",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
  ]) func aMalformedAnswerIsRefused(_ text: String) {
    #expect(throws: HandshakeFault.malformed) { try read(text) }
  }

  @Test(arguments: [
    "", "HTTP/1.1 101 x\r\nUpgrade: websocket\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
  ]) func anAnswerThatBreaksOffIsIncomplete(_ text: String) {
    #expect(throws: HandshakeFault.incomplete) { try read(text) }
  }

  @Test func headsAndBodiesAreBounded() {
    let long = String(repeating: "a", count: HandshakeReader.maximumHead)
    let head = "HTTP/1.1 200 OK\r\n"
    let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: HandshakeReader.maximumHead / 25 + 1)
    let body = String(repeating: "a", count: HandshakeReader.maximumBody + 1)
    let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
    let extensions = String(repeating: "x", count: ChunkDecoder.maximumLine)
    let trailers = String(repeating: "A: b\r\n", count: HandshakeReader.maximumBody / 5)
    for text in [
      head + "A: " + long, head + "A: " + long + "\r\n\r\n", interim, head + "\r\n" + body,
      head + "Content-Length: \(HandshakeReader.maximumBody + 1)\r\n\r\n",
      "\(chunked)fffffff\r\n", "\(chunked)1;\(extensions)", "\(chunked)0\r\n\(trailers)",
    ] {
      #expect(throws: HandshakeFault.tooLarge) { try read(text, by: 4096) }
    }
  }
}
