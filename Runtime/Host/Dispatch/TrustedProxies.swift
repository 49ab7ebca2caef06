import HTTPCalls

/// The addresses of the trusted proxies, read once from the configuration.
///
/// Addresses are compared, not their texts: a host on `::` reads an IPv4 peer as `::ffff:127.0.0.1`, and IPv6 has
/// several texts for one address.
package struct TrustedProxies: Sendable, Hashable {
  private let addresses: Set<IPAddress>

  /// - Parameter texts: addresses. Any other text is no peer's, and is left out.
  package init(_ texts: some Sequence<String>) { addresses = Set(texts.compactMap { IPAddress($0) }) }

  /// Whether a text is the address of a trusted proxy. Without proxies, which is usual, no text is parsed.
  package func contains(_ text: String) -> Bool {
    guard !addresses.isEmpty, let address = IPAddress(text) else { return false }
    return addresses.contains(address)
  }
}
