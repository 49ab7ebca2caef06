import NIOCore
import Testing

@testable import Channel

@Suite struct FrameDecoderTests {
  private let frames = [
    Frame(.hello, id: 0, payload: ByteBuffer(string: "manifest")),
    Frame(.open, id: 1, flags: .hasBody, payload: ByteBuffer(string: "call")),
    Frame(.piece, id: 1, payload: ByteBuffer(repeating: 7, count: Frame.maximumPiece)),
    Frame(.end, id: 1),
    Frame(.answer, id: .max, flags: .isDone),
    Frame(.note, id: 0, payload: ByteBuffer(repeating: 1, count: 200_000)),
  ]

  private var bytes: [UInt8] {
    var buffer = ByteBuffer()
    for frame in frames { frame.write(to: &buffer) }
    return Array(buffer: buffer)
  }

  private func decode(_ bytes: [UInt8], piecesOf length: Int) throws(ChannelViolation) -> [Frame] {
    var decoder = FrameDecoder()
    var frames: [Frame] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      let piece = Array(bytes[start..<min(start + length, bytes.count)])
      var position = 0
      while let frame = try decoder.next(unsafe piece.span.bytes, &position) { frames.append(frame) }
      if position != piece.count { Issue.record("bytes are left") }
    }
    #expect(decoder.heldBytes == 0)
    return frames
  }

  @Test(arguments: [1, 2, 15, 16, 17, 31, 65_535, 65_536, 65_537, 2_000_000])
  func framesAreTheSameHoweverTheyArrive(length: Int) throws {
    #expect(try decode(bytes, piecesOf: length) == frames)
  }

  @Test func aHeaderHasItsPartsAtTheirPlaces() {
    var buffer = ByteBuffer()
    Frame(.open, id: 0x0102, flags: .hasBody, payload: ByteBuffer(repeating: 9, count: 3)).write(to: &buffer)
    #expect(Array(buffer: buffer) == [3, 0, 0, 0, 1, 2, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 9, 9, 9])
  }

  @Test func anUnfinishedFrameIsHeld() throws {
    var decoder = FrameDecoder()
    var position = 0
    let bytes = Array(bytes[..<20])
    let frame = try decoder.next(unsafe bytes.span.bytes, &position)
    #expect(frame == nil)
    #expect((position, decoder.heldBytes) == (20, 4))
  }

  /// A header's bytes: length, version, kind, flags, reserved, id.
  private func header(
    length: UInt32 = 0, version: UInt8 = 1, kind: UInt8 = 2, flags: UInt8 = 0, reserved: UInt8 = 0, id: UInt64 = 1
  ) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.writeMultipleIntegers(length, version, kind, flags, reserved, id, endianness: .little)
    return Array(buffer: buffer)
  }

  private func expect(_ violation: ChannelViolation, for bytes: [UInt8]) {
    for length in [1, 16] {
      #expect(throws: violation) { try decode(bytes, piecesOf: length) }
    }
  }

  @Test func aHeaderOfAnotherFormatIsAViolation() {
    expect(.version(2), for: header(version: 2))
    expect(.version(0), for: header(version: 0))
    expect(.kind(0), for: header(kind: 0))
    expect(.kind(12), for: header(kind: 12))
    expect(.reserved(1), for: header(reserved: 1))
  }

  @Test func flagsThatAKindDoesNotHaveAreAViolation() {
    expect(.flags(.open, 2), for: header(flags: 2))
    expect(.flags(.open, 4), for: header(flags: 4))
    expect(.flags(.answer, 3), for: header(kind: 3, flags: 3))
    expect(.flags(.piece, 1), for: header(length: 1, kind: 4, flags: 1))
  }

  @Test func aLengthThatAKindDoesNotHaveIsAViolation() {
    expect(.length(.open, Frame.maximumPayload + 1), for: header(length: UInt32(Frame.maximumPayload) + 1))
    expect(.length(.open, Int(UInt32.max)), for: header(length: .max))
    expect(.length(.piece, 0), for: header(kind: 4))
    expect(.length(.piece, Frame.maximumPiece + 1), for: header(length: UInt32(Frame.maximumPiece) + 1, kind: 4))
    expect(.length(.end, 1), for: header(length: 1, kind: 5))
    expect(.length(.credit, 3), for: header(length: 3, kind: 7))
    expect(.length(.done, 1), for: header(length: 1, kind: 8))
    expect(.length(.cancel, 1), for: header(length: 1, kind: 9))
    expect(.length(.stop, 1), for: header(length: 1, kind: 10))
  }

  @Test func anIDThatAKindDoesNotHaveIsAViolation() {
    expect(.id(.hello, 1), for: header(kind: 1))
    expect(.id(.open, 0), for: header(id: 0))
    expect(.id(.cancel, 0), for: header(kind: 9, id: 0))
  }
}
