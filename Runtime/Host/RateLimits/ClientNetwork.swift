import Glibc

/// The network that an address limit counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, which is what one
/// customer gets at least (RFC 6177). An IPv4 address that is mapped into IPv6 (RFC 4291, section 2.5.5.2) is that IPv4 address.
package struct ClientNetwork: Sendable, Hashable {
  private let prefix: UInt64
  private let isIPv6: Bool

  /// Reads an address, which may have brackets, a port or a zone, as proxies write it; nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count <= 64, let network = Self.parse(text) ?? Self.bare(text).flatMap(Self.parse) else {
      return nil
    }
    self = network
  }

  private init(prefix: UInt64, isIPv6: Bool) {
    self.prefix = prefix
    self.isIPv6 = isIPv6
  }

  private static func parse(_ text: String) -> ClientNetwork? {
    // inet_pton reads a C string: a NUL would hide the text behind it.
    guard !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      return ClientNetwork(prefix: UInt64(UInt32(bigEndian: four.s_addr)), isIPv6: false)
    }
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    let bytes = unsafe withUnsafeBytes(of: &six) { unsafe [UInt8]($0) }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let part = isMapped ? bytes[12...] : bytes[..<8]
    return ClientNetwork(prefix: part.reduce(0) { $0 << 8 | UInt64($1) }, isIPv6: !isMapped)
  }

  /// The address in `[address]:port`, `address:port` or `address%zone`; nil for any other text.
  private static func bare(_ text: String) -> String? {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    if let zone = text.firstIndex(of: "%") { return String(text[..<zone]) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[0]) : nil
  }
}

extension ClientNetwork: CustomStringConvertible {
  /// The network as a short text: `4:7f000001`, `6:20010db800000001`.
  package var description: String { (isIPv6 ? "6:" : "4:") + String(prefix, radix: 16) }
}
