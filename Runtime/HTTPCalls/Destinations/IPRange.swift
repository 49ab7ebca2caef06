/// A range of IP addresses: the addresses that begin with the same bits (RFC 4632, section 3.1).
package struct IPRange: Sendable, Hashable {
  /// An address of the range; its bits after the prefix do not matter.
  private let address: IPAddress
  /// The number of leading bits that all addresses of the range share.
  private let prefix: Int

  /// Reads a range such as `10.0.0.0/8` or `fd00::/8`, or a single address; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
    self.address = address
    guard parts.count > 1 else {
      prefix = address.bytes.count * 8
      return
    }
    guard parts.count == 2, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let prefix = Int(parts[1]),
      // The prefix of a mapped address would count the bits of the other family.
      first.contains(":") == (address.bytes.count == 16), prefix <= address.bytes.count * 8
    else { return nil }
    self.prefix = prefix
  }

  /// Whether an address is in the range. An IPv4 address is in no range of IPv6.
  package func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    let (whole, rest) = prefix.quotientAndRemainder(dividingBy: 8)
    guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    guard rest > 0 else { return true }
    return (other.bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0
  }
}
