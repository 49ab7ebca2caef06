import Testing

@testable import Simulator

@Suite struct InspectionParserTests {
  private func parse(_ text: String, piece: Int = .max) throws -> [InspectionRequest] {
    var parser = InspectionParser()
    var requests: [InspectionRequest] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      parser.receive(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      while let request = try parser.next() { requests.append(request) }
    }
    return requests
  }

  @Test(arguments: [1, 2, 7, 4096]) func requestsAreParsedInAnyPieces(piece: Int) throws {
    let text = """
      GET /_simulator?a=b HTTP/1.1\r\nHost: localhost\r\nX-Padded: \t a b \t\r\n\r\n\r\n\
      POST /_simulator/faults HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello\
      POST /_simulator/register HTTP/1.1\r\nContent-Length: 0\r\n\r\n\
      DELETE /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n
      """
    let requests = try parse(text, piece: piece)
    #expect(requests.map(\.method) == ["GET", "POST", "POST", "DELETE"])
    #expect(requests.map(\.target) == ["/_simulator?a=b", "/_simulator/faults", "/_simulator/register", "/x"])
    #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "hello", "", ""])
    #expect(requests.map(\.isVersion1_1) == [true, true, true, false])
    #expect(requests[0].values("host") == ["localhost"])
    #expect(requests[0].values("x-padded") == ["a b"])
    #expect(requests.allSatisfy { $0.keepsAlive && !$0.isTooLarge })
  }

  @Test func keepAliveFollowsTheConnectionField() throws {
    for (version, connection, goesOn) in [
      ("1.1", "x", true), ("1.1", "close", false), ("1.1", "Upgrade, Close", false), ("1.0", "x", false),
      ("1.0", "Keep-Alive", true),
    ] {
      let request = try parse("GET / HTTP/\(version)\r\nConnection: \(connection)\r\n\r\n").first
      #expect(request?.keepsAlive == goesOn, "\(version) \(connection)")
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\n\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
    "GET / a HTTP/1.1\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n",
    "GET / HTTP/1.1\r\nA: \u{1}\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
    "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\na", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 9999999999999999999\r\n\r\n",
  ])
  func malformedRequests(text: String) {
    #expect(throws: InspectionParser.Failure.malformed) { try parse(text) }
  }

  @Test(arguments: ["", "Content-Length: 1\r\n"]) func aBodyNeedsADeclaredLength(fields: String) {
    #expect(throws: InspectionParser.Failure.lengthRequired) {
      try parse("POST / HTTP/1.1\r\n\(fields)Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")
    }
  }

  @Test func headsHaveALimit() {
    let long = String(repeating: "x", count: InspectionParser.headLimit)
    for text in ["GET /\(long)", "GET / HTTP/1.1\r\nA: \(long)\r\n\r\n", "GET / HTTP/1.1\r\nA: \(long)"] {
      #expect(throws: InspectionParser.Failure.headTooLarge) { try parse(text) }
    }
  }

  @Test func aBodyAboveTheLimitIsSkipped() throws {
    let size = InspectionParser.bodyLimit
    for (extra, isTooLarge) in [(0, false), (1, true)] {
      let body = String(repeating: "x", count: size + extra)
      let requests = try parse(
        "POST / HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n\(body)GET / HTTP/1.1\r\n\r\n", piece: 65_536)
      #expect(requests.map(\.isTooLarge) == [isTooLarge, false])
      #expect(requests.map(\.body.count) == [isTooLarge ? 0 : size, 0])
    }
  }
}
