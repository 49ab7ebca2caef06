/// A reader of the fields of a protobuf message, which comes from outside: bytes that are no message give no fields.
struct ProtobufReader: Sendable {
  /// A field's value.
  enum Value: Sendable, Hashable {
    case number(UInt64)
    case data([UInt8])
    /// A value that this reader does not read: `fixed64` or `fixed32`.
    case other
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next field; nil at the end, or where the bytes are malformed.
  mutating func next() -> (field: Int, value: Value)? {
    guard let tag = varint(), let field = Int(exactly: tag >> 3) else { return nil }
    switch tag & 7 {
    case 0: return varint().map { (field, .number($0)) }
    case 1: return take(8).map { _ in (field, .other) }
    case 2: return varint().flatMap { Int(exactly: $0) }.flatMap { take($0) }.map { (field, .data(Array($0))) }
    case 5: return take(4).map { _ in (field, .other) }
    default: return nil
    }
  }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
