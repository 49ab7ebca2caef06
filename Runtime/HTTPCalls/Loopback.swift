/// The rule that says which addresses and names are loopback, and so reach this machine alone.
///
/// The addresses are `127.0.0.0/8` (RFC 1122, section 3.2.1.3), `::1` (RFC 4291, section 2.5.3) and the former mapped
/// into IPv6 (RFC 4291, section 2.5.5.2). The names are those of RFC 6761, section 6.3.
package enum Loopback {
  /// Whether a text is a loopback address. A name never is: a client can put any name into a request.
  package static func isAddress(_ text: String) -> Bool { IPAddress(text)?.isLoopback ?? false }

  /// Whether the host of a URL or of a setting is loopback: an address, which may be in brackets, `localhost`, or a
  /// name below it.
  package static func isHost(_ host: String) -> Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return IPAddress(host: host)?.isLoopback ?? false
  }
}
