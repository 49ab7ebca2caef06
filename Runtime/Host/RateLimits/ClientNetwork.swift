import Curl
import HTTPCalls

/// The network that an address limit counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address,
/// which is what one customer gets at least (RFC 6177). An IPv4 address that is mapped into IPv6 is that IPv4 address.
package struct ClientNetwork: Sendable, Hashable {
  private let prefix: UInt64
  private let isIPv6: Bool
}

extension ClientNetwork {
  /// Reads an address, which may have brackets, a port or a zone, as proxies write it; nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count <= 64, let network = Self.parse(text) ?? Self.bare(text).flatMap(Self.parse) else {
      return nil
    }
    self = network
  }

  /// The networks of one site as one: the first 48 bits of an IPv6 address, the most that a site usually gets (RFC
  /// 6177); an IPv4 address as it is.
  package var site: ClientNetwork { isIPv6 ? ClientNetwork(prefix: prefix & ~0xffff, isIPv6: true) : self }

  private static func parse(_ text: String) -> ClientNetwork? {
    IPAddress(text).map { address in
      ClientNetwork(
        prefix: address.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, isIPv6: address.bytes.count == 16)
    }
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
