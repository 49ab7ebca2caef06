/// A hash of bytes that is the same in each process and on each host. It is not cryptographic: collisions are easy to
/// make.
///
/// FNV-1a with 64 bits (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv).
package struct FNV1a: Sendable, Hashable {
  @usableFromInline package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package init(_ text: String) {
    for byte in text.utf8 { add(byte) }
  }

  @inlinable package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The hash as 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
