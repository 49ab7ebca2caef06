import Testing

@testable import Telemetry

/// The examples of protobuf.dev/programming-guides/encoding, and the rules of its wire types.
@Suite struct ProtobufTests {
  private func written(_ write: (inout ProtobufWriter) -> Void) -> [UInt8] {
    var writer = ProtobufWriter()
    write(&writer)
    return writer.bytes
  }

  @Test func numbersAreVarints() {
    #expect(written { $0.number(1, 150) } == [0x08, 0x96, 0x01])
    #expect(written { $0.number(1, 0) } == [0x08, 0x00])
    #expect(written { $0.number(16, 1) } == [0x80, 0x01, 0x01])
    #expect(written { $0.number(1, .max) } == [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01])
    #expect(written { $0.integer(1, -2) } == [0x08, 0xFE] + [UInt8](repeating: 0xFF, count: 8) + [0x01])
  }

  @Test func textsAndMessagesHaveTheirLength() {
    #expect(written { $0.text(2, "testing") } == [0x12, 0x07] + Array("testing".utf8))
    #expect(written { $0.text(2, "") } == [0x12, 0x00])
    #expect(written { $0.message(3) { $0.number(1, 150) } } == [0x1A, 0x03, 0x08, 0x96, 0x01])
    #expect(written { $0.data(1, [UInt8](repeating: 7, count: 300)) }.prefix(3) == [0x0A, 0xAC, 0x02])
  }

  @Test func fixedNumbersHaveTheLowestByteFirst() {
    #expect(written { $0.fixed64(1, 0x0102_0304_0506_0708) } == [0x09, 8, 7, 6, 5, 4, 3, 2, 1])
    #expect(written { $0.fixed32(1, 0x0102_0304) } == [0x0D, 4, 3, 2, 1])
    #expect(written { $0.double(4, 1) } == [0x21, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    #expect(
      written { $0.packed(6, [1, 2] as [UInt64]) } == [0x32, 16, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func theReaderReadsWhatTheWriterWrote() throws {
    let bytes = written {
      $0.number(1, 150)
      $0.fixed64(2, 7)
      $0.fixed32(3, 7)
      $0.text(4, "text")
    }
    var reader = ProtobufReader(bytes)
    let fields = [reader.next(), reader.next(), reader.next(), reader.next(), reader.next()]
    #expect(fields.map { $0?.field } == [1, 2, 3, 4, nil])
    #expect(fields.map { $0?.value } == [.number(150), .other, .other, .data(Array("text".utf8)), nil])
  }

  @Test(arguments: [
    [], [0x08], [0x0A, 0x05, 0x01], [0x0B], [0x09, 1, 2], [UInt8](repeating: 0xFF, count: 20),
    [0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01], Array("{\"partialSuccess\":{}}".utf8),
  ])
  func malformedBytesHaveNoFields(_ bytes: [UInt8]) {
    var reader = ProtobufReader(bytes)
    while reader.next() != nil {}
    #expect(PartialSuccess(bytes) == PartialSuccess([]))
    #expect(PartialSuccess(bytes).rejected == 0)
  }

  @Test func aPartialSuccessIsRead() {
    let body = written {
      $0.message(1) {
        $0.integer(1, 3)
        $0.text(2, "too old")
      }
    }
    #expect(PartialSuccess(body).rejected == 3)
    #expect(PartialSuccess(body).message == "too old")
    #expect(PartialSuccess(written { $0.message(1) { $0.integer(1, -3) } }).rejected == 0)
  }
}
