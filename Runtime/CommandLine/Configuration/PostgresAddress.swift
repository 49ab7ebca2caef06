import Crypto

/// The address of a Postgres server, in libpq's spelling: `postgres://user:password@host:5432/database?sslmode=require`.
struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
  /// The whole address; it may hold a password.
  let url: String

  /// The address for people: without password and parameters.
  let description: String

  /// Reads the parts that are shown; the rest is libpq's to judge.
  init?(_ text: String) {
    guard let scheme = ["postgres://", "postgresql://"].first(where: text.hasPrefix),
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return nil }
    let rest = text.dropFirst(scheme.count).prefix { $0 != "?" && $0 != "#" }
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count)
    guard let at = authority.lastIndex(of: "@") else {
      url = text
      description = "postgres://\(authority)\(path)"
      return
    }
    // A slash within a password ends what libpq takes for the authority too.
    let user = authority[..<at].prefix { $0 != ":" }
    url = text
    description = "postgres://\(user)@\(authority[authority.index(after: at)...])\(path)"
  }

  /// Eight digits that tell one database from another.
  var digest: String {
    let digits = Array("0123456789abcdef")
    return String(
      SHA256.hash(data: Array(description.utf8)).prefix(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
