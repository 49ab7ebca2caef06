/// Encodes values of keys and signatures in DER, the distinguished encoding rules (X.690).
enum DER {
  /// A non-negative integer from its big-endian bytes, which may start with zeros.
  static func integer(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = [UInt8](bytes.drop { $0 == 0 })
    // A set high bit would make it negative.
    let needsZero = digits.first.map { $0 >= 0x80 } ?? true
    return value(0x02, (needsZero ? [0] : []) + digits)
  }

  static func sequence(_ values: [UInt8]...) -> [UInt8] { value(0x30, values.flatMap(\.self)) }

  /// A string of whole bytes as a bit string.
  static func bitString(_ bytes: [UInt8]) -> [UInt8] { value(0x03, [0] + bytes) }

  /// An object identifier from its encoded bytes.
  static func identifier(_ bytes: [UInt8]) -> [UInt8] { value(0x06, bytes) }

  static let null: [UInt8] = [0x05, 0x00]

  private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    let bytes = stride(from: Int.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
    let digits = bytes.drop { $0 == 0 }
    return [0x80 | UInt8(digits.count)] + digits
  }
}
