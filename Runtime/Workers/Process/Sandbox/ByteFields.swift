/// Little-endian numbers in bytes.
struct ByteFields {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number at an offset; nil if it is not whole.
  func integer(at offset: Int, size: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }
}
