import Cryptography
import Wire

/// The address of a Postgres server, in libpq's spelling:
/// `postgres://user:password@host:5432/database?sslmode=require`.
struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
  /// The whole address; it may hold a password.
  let url: String

  /// The address for people: without password and parameters.
  let description: String

  /// Reads the parts for ``description``, and checks the ports. libpq has to accept the rest.
  init?(_ text: String) {
    guard let scheme = ["postgres://", "postgresql://"].first(where: text.hasPrefix),
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return nil }
    // As in libpq, the login before the first @ may hold every other character except a slash.
    let rest = text.dropFirst(scheme.count)
    let login = rest.prefix { $0 != "@" && $0 != "/" }
    let hasLogin = rest.dropFirst(login.count).first == "@"
    let user = hasLogin ? login.prefix { $0 != ":" } : ""
    guard !user.contains("?"), hasLogin || !login.contains("?") || !rest.contains("@") else { return nil }
    let place = (hasLogin ? rest.dropFirst(login.count + 1) : rest).prefix { $0 != "?" }
    // A password with a bare @ or / would leave a part of itself here, so only the text after the last @ is shown.
    let shown = (place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place).prefix { $0 != "#" }
    let hosts = shown.prefix { $0 != "/" }.split(separator: ",", omittingEmptySubsequences: false)
    guard hosts.allSatisfy(Self.hasPort) else { return nil }
    url = text
    description = "postgres://\(user)\(hasLogin ? "@" : "")\(shown)"
  }

  /// Whether the port of a host is a number, or not given.
  private static func hasPort(_ host: Substring) -> Bool {
    let isBracketed = host.hasPrefix("[")
    let address = host.prefix { isBracketed && $0 != "]" }
    let rest = host[address.endIndex...].drop { $0 == "]" }
    guard let colon = rest.firstIndex(of: ":") else { return true }
    let port = rest[rest.index(after: colon)...]
    return port.isEmpty
      || port.utf8.allSatisfy(ASCII.isDigit) && Int(port).map { (1...65_535).contains($0) } == true
  }

  /// Eight hexadecimal digits that differ between databases.
  var digest: String { String(SHA256Digest(of: [UInt8](description.utf8).span).hexadecimal.prefix(8)) }
}
