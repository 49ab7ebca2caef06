import Glibc

/// The rule which addresses and names are loopback: they reach this machine alone.
///
/// The addresses are `127.0.0.0/8` (RFC 1122, section 3.2.1.3), `::1` (RFC 4291, section 2.5.3) and the former mapped into IPv6 (RFC
/// 4291, section 2.5.5.2). The names are those of RFC 6761, section 6.3.
package enum Loopback {
  /// Whether a text is a loopback address. A name is not: in a request a name is any text that the client chose.
  package static func isAddress(_ text: String) -> Bool {
    // inet_pton reads a C string: a NUL would hide the text behind it.
    guard !text.utf8.contains(0) else { return false }
    var four = in_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return false }
    let bytes = unsafe withUnsafeBytes(of: &six) { unsafe [UInt8]($0) }
    return bytes == one || bytes.starts(with: mapped)
  }

  /// Whether the host of a URL or of a setting is loopback: an address, which may be in brackets, `localhost`, or a name below it.
  package static func isHost(_ host: String) -> Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return isAddress(host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host)
  }

  /// `::1`.
  private static let one = [UInt8](repeating: 0, count: 15) + [1]
  /// `::ffff:127.0.0.0/104`.
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127]
}
