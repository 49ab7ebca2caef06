import HTTPTypes
import NIOCore
import Testing

@testable import HTTPServer

/// The parsing of requests, from any pieces.
@Suite struct RequestParserTests {
  /// The parts of what was sent in these pieces, as text; a fault ends them with its status.
  private func parts(_ pieces: [[UInt8]], limits: ServerLimits = .test) -> [String] {
    var parser = RequestParser(limits: limits)
    var waiting: [UInt8] = []
    var parts: [String] = []
    for piece in pieces {
      waiting += piece
      var position = 0
      do throws(ProtocolFault) {
        while let part = try parser.next(waiting.span, &position) { Self.add(part, of: waiting, to: &parts) }
      } catch {
        return parts + [error == .headTooLarge ? "431" : "400"]
      }
      waiting.removeFirst(position)
    }
    return parts
  }

  /// Pieces of one body are joined, so that it does not show how they came.
  private static func add(_ part: RequestParser.Part, of sent: [UInt8], to parts: inout [String]) {
    switch part {
    case .head(let start): parts.append("\(start.method.rawValue) \(start.target)")
    case .body(let range):
      let text = String(decoding: sent[range], as: UTF8.self)
      if let last = parts.last, last.hasPrefix("+") {
        parts[parts.count - 1] = last + text
      } else {
        parts.append("+" + text)
      }
    case .end: parts.append("end")
    }
  }

  private func parts(_ text: String, limits: ServerLimits = .test) -> [String] {
    parts([Array(text.utf8)], limits: limits)
  }

  private func head(_ text: String) throws -> RequestHead {
    var parser = RequestParser(limits: .test)
    var position = 0
    guard case .head(let start) = try parser.next(Array(text.utf8).span, &position) else { throw ProtocolFault.notHTTP }
    return start
  }

  private static let streams: [(String, [String])] = [
    ("GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n", ["GET /a?b=c", "end"]),
    ("POST /a HTTP/1.1\r\nhost:x\r\ncontent-length: 5\r\n\r\nhello", ["POST /a", "+hello", "end"]),
    ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", ["POST /a", "end"]),
    (
      "\r\n\r\nGET /1 HTTP/1.1\r\nHost: x\r\n\r\n\r\nGET /2 HTTP/1.0\r\n\r\n",
      ["GET /1", "end", "GET /2", "end"]
    ),
    (
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n00006 ;e=\"f\"\r\n world\r\n0\r\n\r\n",
      ["POST /a", "+hello", "400"]
    ),
    (
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n00006;e=\"f\"\r\n world\r\n0\r\n"
        + "trailer: t\r\nother:\r\n\r\nGET /b HTTP/1.1\r\nHost: y\r\n\r\n",
      ["POST /a", "+hello world", "end", "GET /b", "end"]
    ),
    (
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n\(String(repeating: "\n", count: 26))\r\n"
        + "0\r\n\r\n",
      ["POST /a", "+" + String(repeating: "\n", count: 26), "end"]
    ),
  ]

  @Test(arguments: streams)
  func requests(_ text: String, _ expected: [String]) {
    #expect(parts(text) == expected)
  }

  /// Where the network cuts makes no difference.
  @Test(arguments: streams)
  func requestsInPieces(_ text: String, _ expected: [String]) {
    let bytes = Array(text.utf8)
    #expect(parts(bytes.map { [$0] }) == expected)
    for cut in 0...bytes.count { #expect(parts([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected) }
  }

  @Test(arguments: [
    "GET /\nHTTP/1.1\r\n", "GET / HTTP/1.1\nHost: x\n\n", "GET / HTTP/1.1\rHost: x\r\n", "GET  / HTTP/1.1\r\n",
    "GET / HTTP/1.1 \r\n", " GET / HTTP/1.1\r\n", "GET /\u{e4} HTTP/1.1\r\n", "GET /\t HTTP/1.1\r\n",
    "GET / http/1.1\r\n",
    "GET / HTTP/1.2\r\n", "GET / HTTP/11.1\r\n", "G(T / HTTP/1.1\r\n", "\u{1}", "GET / HTTP/1.1\u{7f}",
  ])
  func noRequestLines(_ text: String) {
    #expect(parts(text) == ["400"])
  }

  @Test(arguments: [
    "Host: x/y\r\n", "Host: x@y\r\n", "Host: x y\r\n", "Host: x?\r\n", "Host: x#\r\n", "Host: \"x\"\r\n",
    "Host: x\\y\r\n", "Host: \u{e4}\r\n", "Host: http://x\r\n",
    "Host: x\r\nHost: x\r\n", "host: x\r\nHOST: y\r\n", "", "Host: x\r\nA b: c\r\n", "Host: x\r\n A: c\r\n",
    "Host: x\r\nA: b\r\n c\r\n", "Host: x\r\nA : b\r\n", "Host: x\r\nA\r\n", "Host: x\r\n: b\r\n",
    "Host: x\r\nA: b\u{0}\r\n",
    "Host: x\r\nA: b\rc\r\n", "Host: x\r\nA: b\nc: d\r\n",
    "Host: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n", "Host: x\r\nContent-Length:\r\n",
    "Host: x\r\nContent-Length: 1 1\r\n", "Host: x\r\nContent-Length: 1,1\r\n",
    "Host: x\r\nContent-Length: 0000000000000000001\r\n", "Host: x\r\nContent-Length: \u{661}\r\n",
    "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "Host: x\r\nTransfer-Encoding: chun\u{212A}ed\r\n", "Host: x\r\nTransfer-Encoding: chunked\u{301}\r\n",
    "Host: x\r\nTransfer-Encoding: chunked, chunked\r\n", "Host: x\r\nTransfer-Encoding:\r\n",
    "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n",
    "Host: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n",
  ])
  func noFields(_ fields: String) {
    #expect(parts("POST / HTTP/1.1\r\n\(fields)\r\n") == ["400"])
  }

  @Test(arguments: ["", "x", "127.0.0.1:54321", "[::1]:54321", "[fe80::1%25eth0]", "a_b.Example.COM.:80", "x%2Dy"])
  func hosts(_ host: String) {
    #expect(parts("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == ["GET /", "end"])
  }

  @Test func emptyLinesBeforeARequest() {
    let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    let lines = String(repeating: "\r\n", count: 16)
    #expect(parts(lines + request + lines + request) == ["GET /", "end", "GET /", "end"])
    #expect(parts(lines + "\r\n" + request) == ["400"])
  }

  @Test func twoHostsInAnOldProtocol() {
    #expect(parts("GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n") == ["400"])
  }

  @Test(arguments: [
    "\r\n", "g\r\n", ";\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", " 1\r\n", "1\n", "1 \r\n", "1000000000000000\r\n",
    "1;a\nb\r\n", "1;\(String(repeating: "x", count: 300))", "1\r\nab", "1\r\na\n", "0\r\nbad trailer: x\r\n",
    "0\r\n x: y\r\n", "0\r\nContent-Length: 5\r\n", "0\r\ntransfer-encoding: chunked\r\n", "0\r\nHost: y\r\n",
  ])
  func noChunks(_ chunks: String) {
    let parts = parts("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)\r\n\r\n")
    #expect(parts.last == "400")
    #expect(!parts.contains("end"))
  }

  /// A refusal of HEAD has no body, wherever the request ends.
  @Test(arguments: [
    ("HEAD ", true), ("HEAD / HTTP/9.9\r\n", true), ("HEAD / HTTP/1.1\r\nHost: x\r\n", true),
    ("\r\nHEAD / HTTP/1.1\r\n", true), ("HEA", false), ("HEADS / HTTP/1.1\r\n", false), ("GET / HTTP/1.1\r\n", false),
    ("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET ", false), ("HEAD / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", true),
  ])
  func headIsKnownFromItsFirstWord(_ text: String, _ isHead: Bool) {
    var parser = RequestParser(limits: .test)
    let bytes = [UInt8](text.utf8)
    var position = 0
    while (try? parser.next(bytes.span, &position)) != nil {}
    #expect(parser.isHead == isHead)
  }

  @Test func nothingIsReadAfterAFault() throws {
    var parser = RequestParser(limits: .test)
    var position = 0
    let bytes = Array("nonsense\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    #expect(throws: ProtocolFault.self) { _ = try parser.next(bytes.span, &position) }
    let part = try parser.next(bytes.span, &position)
    #expect(part == nil)
    #expect(position == bytes.count)
  }

  /// Only then may another loop go on reading.
  @Test func nothingIsReadBetweenRequests() throws {
    let bytes = Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx".utf8)
    var parser = RequestParser(limits: .test)
    var position = 0
    for end in 1...bytes.count {
      let part = Array(bytes[..<end])
      while try parser.next(part.span, &position) != nil {}
      let isBetween = parser.isBetweenRequests
      #expect(isBetween == (end == bytes.count))
    }
  }

  @Test func theLimitsAreExact() {
    var limits = ServerLimits.test
    (limits.headerBytes, limits.headerLines) = (200, 5)
    func get(_ fields: String) -> [String] { parts("GET /12345 HTTP/1.1\r\nHost: x\r\n\(fields)\r\n", limits: limits) }
    // The target counts, and four bytes a line besides names and values.
    let filled = 200 - 6 - 9
    #expect(get("A: \(String(repeating: "b", count: filled - 5))\r\n") == ["GET /12345", "end"])
    #expect(get("A: \(String(repeating: "b", count: filled - 4))\r\n") == ["431"])
    #expect(get(String(repeating: "A: b\r\n", count: 4)) == ["GET /12345", "end"])
    #expect(get(String(repeating: "A: b\r\n", count: 5)) == ["431"])
    // A line that never ends is refused.
    #expect(parts("GET /\(String(repeating: "a", count: 300))", limits: limits) == ["431"])
    let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    #expect(parts(chunked + String(repeating: "a: b\r\n", count: 6), limits: limits).last == "431")
  }

  @Test(arguments: [
    ("HTTP/1.1\r\nHost: x", true), ("HTTP/1.1\r\nHost: x\r\nConnection: Close", false),
    ("HTTP/1.1\r\nHost: x\r\nConnection: x, close", false),
    ("HTTP/1.1\r\nHost: x\r\nConnection: x\r\nConnection: close", false),
    ("HTTP/1.0", false), ("HTTP/1.0\r\nConnection: Keep-Alive", true),
    ("HTTP/1.1\r\nHost: x\r\nConnection: closed", true),
    ("HTTP/1.1\r\nHost: x\r\nConnection: x,\u{301}close, close\t,", false),
    ("HTTP/1.0\r\nConnection: \u{212A}eep-alive", false),
    ("HTTP/1.1\r\nHost: x\r\nConnection: close, keep-alive", false),
    ("HTTP/1.0\r\nConnection: close, keep-alive", false),
  ])
  func whoStaysConnected(_ fields: String, _ stays: Bool) throws {
    #expect(try head("GET / \(fields)\r\n\r\n").keepsAlive == stays)
  }

  @Test func valuesLoseTheirBlanksAndNothingElse() throws {
    let start = try head("GET / HTTP/1.1\r\nHost:\t x \t\r\nA:  b \tc  \r\nEmpty:\r\nExpect: 100-Continue\r\n\r\n")
    #expect(start.fields.values() == ["x", "b \tc", "", "100-Continue"])
    #expect(start.fields.fields.map(\.name.rawName) == ["Host", "A", "Empty", "Expect"])
    #expect(start.expectsContinue)
    #expect(try !head("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n").expectsContinue)
  }

  @Test(arguments: [("1.0", ["Host", "A"]), ("1.1", ["Host", "upgrade", "A"])])
  func anUpgradeInHTTP10IsIgnored(_ version: String, _ names: [String]) throws {
    let start = try head("GET / HTTP/\(version)\r\nHost: x\r\nupgrade: websocket\r\nA: b\r\n\r\n")
    #expect(start.fields.fields.map(\.name.rawName) == names)
  }

  /// Wherever it stands: lines are looked through eight bytes at a time.
  @Test func aControlCharacterAnywhereInALineIsRefused() {
    let line = Array("X-Name: some value that is longer than a word".utf8)
    for control in Array(0x00...0x1f) + [0x7f] as [UInt8] where control != 0x09 {
      for place in 0...line.count {
        var field = line
        field.insert(control, at: place)
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\n".utf8) + field + Array("\r\n\r\n".utf8)
        #expect(parts([request]) == ["400"], "\(control) at \(place)")
      }
    }
  }

  @Test func namesAreKnownInAnySpelling() throws {
    for (name, value) in [("HOST", "x"), ("host", "x"), ("hOsT", "x")] {
      #expect(parts("GET / HTTP/1.1\r\n\(name): \(value)\r\n\r\n") == ["GET /", "end"])
      #expect(parts("GET / HTTP/1.1\r\n\(name): \(value)\r\nHost: y\r\n\r\n") == ["400"])
    }
    for name in ["content-length", "Content-Length", "CONTENT-LENGTH", "cOnTeNt-LeNgTh"] {
      #expect(parts("POST / HTTP/1.1\r\nHost: x\r\n\(name): 2\r\n\r\nab") == ["POST /", "+ab", "end"])
    }
    for name in ["transfer-encoding", "TRANSFER-ENCODING", "tRaNsFeR-eNcOdInG"] {
      #expect(
        parts("POST / HTTP/1.1\r\nHost: x\r\n\(name): chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n") == ["POST /", "+ab", "end"])
    }
    let start = try head("GET / HTTP/1.1\r\nHost: x\r\nX-Odd-NAME: 1\r\nauthorization: a\r\nAUTHORIZATION: b\r\n\r\n")
    #expect(start.fields.values(.authorization) == ["a", "b"])
    #expect(start.fields.values(HTTPField.Name("x-odd-name")) == ["1"])
    #expect(start.fields.fields.map(\.name.rawName) == ["Host", "X-Odd-NAME", "authorization", "AUTHORIZATION"])
    #expect(start.fields.values(.accept).isEmpty)
  }
}

extension ReceivedFields {
  /// The values of the fields of a name, or of all.
  fileprivate func values(_ name: HTTPField.Name? = nil) -> [String] {
    fields.filter { name == nil || $0.name == name }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
  }
}
