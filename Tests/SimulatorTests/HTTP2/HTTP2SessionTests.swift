import Testing

@testable import Simulator

@Suite struct HTTP2SessionTests {
  /// The client's preface: its magic, empty SETTINGS, and the acknowledgement of the server's SETTINGS.
  private static let preface: [UInt8] =
    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0]

  /// HEADERS with END_HEADERS.
  private static func headers(_ block: [UInt8], on stream: UInt8) -> [UInt8] {
    [0, 0, UInt8(block.count), 1, 4, 0, 0, 0, stream] + block
  }

  private func receive(_ bytes: [UInt8], by session: HTTP2Session) -> [HTTP2Event] {
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
  }

  @Test func aStreamAboveTheLimitIsRefusedAndTheOthersGoOn() throws {
    let session = try #require(HTTP2Session(maximumStreams: 1))
    _ = session.output()
    let fields = [
      HTTP2Field(":method", "POST"), HTTP2Field(":scheme", "https"), HTTP2Field(":path", "/"),
      HTTP2Field(":authority", "a"),
    ]
    // POST, https and / of the static table, then an authority that is not indexed.
    let first = Self.headers([0x83, 0x87, 0x84, 0x01, 0x01, 0x61], on: 1)
    #expect(receive(Self.preface + first, by: session) == [.request(fields, stream: 1)])
    _ = session.output()
    // The refused stream's authority is indexed: later header blocks may refer to it.
    let refused = Self.headers([0x83, 0x87, 0x84, 0x41, 0x01, 0x61], on: 3)
    #expect(receive(refused, by: session) == [])
    // RST_STREAM with REFUSED_STREAM.
    #expect(session.output() == [0, 0, 4, 3, 0, 0, 0, 0, 3, 0, 0, 0, 7])
    #expect(!session.hasFailed)
    // Empty DATA with END_STREAM.
    #expect(receive([0, 0, 0, 0, 1, 0, 0, 0, 1], by: session) == [.end(stream: 1)])
    session.respond([HTTP2Field(":status", "200")], body: nil, on: 1)
    _ = session.output()
    let next = Self.headers([0x83, 0x87, 0x84, 0xBE], on: 5)
    #expect(receive(next, by: session) == [.request(fields, stream: 5)])
  }
}
