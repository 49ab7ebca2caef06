/// A writer of the fields of protobuf messages, in the encoding of protobuf.dev/programming-guides/encoding.
///
/// Each method writes its field even if the value is proto3's default: a member of a `oneof` needs that.
struct ProtobufWriter: Sendable {
  private enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case delimited = 2
    case fixed32 = 5
  }

  private(set) var bytes: [UInt8] = []

  /// A whole number that is not negative, an enum or a bool: `uint32`, `uint64`, `int64`, `bool`.
  mutating func number(_ field: Int, _ value: UInt64) {
    tag(field, .varint)
    varint(value)
  }

  /// A signed whole number as `int64`: two's complement, ten bytes if it is negative.
  mutating func integer(_ field: Int, _ value: Int64) { number(field, UInt64(bitPattern: value)) }

  mutating func fixed64(_ field: Int, _ value: UInt64) {
    tag(field, .fixed64)
    littleEndian(value, bytes: 8)
  }

  mutating func fixed32(_ field: Int, _ value: UInt32) {
    tag(field, .fixed32)
    littleEndian(UInt64(value), bytes: 4)
  }

  mutating func double(_ field: Int, _ value: Double) { fixed64(field, value.bitPattern) }

  /// `string`.
  mutating func text(_ field: Int, _ value: String) {
    tag(field, .delimited)
    varint(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// `bytes`, or a message that is encoded already.
  mutating func data(_ field: Int, _ value: [UInt8]) {
    tag(field, .delimited)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  mutating func message(_ field: Int, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    data(field, inner.bytes)
  }

  /// `repeated fixed64`, packed.
  mutating func packed(_ field: Int, _ values: [UInt64]) {
    tag(field, .delimited)
    varint(UInt64(values.count * 8))
    for value in values { littleEndian(value, bytes: 8) }
  }

  /// `repeated double`, packed.
  mutating func packed(_ field: Int, _ values: [Double]) { packed(field, values.map(\.bitPattern)) }

  private mutating func tag(_ field: Int, _ type: WireType) { varint(UInt64(field) << 3 | type.rawValue) }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func littleEndian(_ value: UInt64, bytes count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}
