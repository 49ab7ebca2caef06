import Glibc

/// An IPv4 or IPv6 address. An IPv4 address that is mapped into IPv6 (RFC 4291, section 2.5.5.2) is that IPv4 address.
package struct IPAddress: Sendable, Hashable {
  /// `::ffff:0:0/96`.
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// The bytes in the network's order: 4 or 16.
  package let bytes: [UInt8]

  /// Reads an address as `inet_pton` does; nil for any other text, such as a name.
  package init?(_ text: String) {
    // inet_pton reads a C string: a NUL would hide the text behind it.
    guard !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      let number = UInt32(bigEndian: four.s_addr)
      self.init(bytes: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
      return
    }
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    self.init(bytes: unsafe withUnsafeBytes(of: &six) { unsafe [UInt8]($0) })
  }

  /// Reads the host of a URL, in which an address of IPv6 has brackets; nil for a name.
  package init?(host: String) {
    self.init(host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host)
  }

  /// An address by its bytes in the network's order; nil for another number than 4 or 16.
  package init?(bytes: some Collection<UInt8>) {
    let all = Array(bytes)
    guard all.count == 4 || all.count == 16 else { return nil }
    self.bytes = all.count == 16 && all.starts(with: Self.mapped) ? Array(all[12...]) : all
  }
}
