import CPostgres
import Database

/// A server's address and login, read from a URL by libpq. Its description leaves the password out.
@safe struct ServerAddress: Sendable, CustomStringConvertible {
  /// libpq's parameters, https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS.
  let parameters: [String: String]
  /// Whether the address is that of a pooler that shares connections between transactions.
  let isPooler: Bool

  /// The server and the database: `localhost:5432/app`.
  var description: String {
    let host = parameters["host"] ?? parameters["hostaddr"] ?? "the local socket"
    return "\(host):\(parameters["port"] ?? "5432")/\(parameters["dbname"] ?? "")"
  }

  /// - Parameters:
  ///   - url: `postgres://…` or `postgresql://…`.
  ///   - defaults: The values of parameters that the URL leaves out.
  init(url: String, defaults: [String: String]) throws(DatabaseError) {
    guard ["postgres://", "postgresql://"].contains(where: { url.hasPrefix($0) }) else {
      throw DatabaseError(.cannotOpen, "The database's address must begin with postgres:// or postgresql://.")
    }
    guard !Self.splitsPassword(url) else { throw Self.invalid }
    let (url, marksPooler) = Self.withoutPoolerMark(url)
    if let fault = Self.parameterFault(of: url) { throw fault }
    var parameters = defaults
    for (keyword, value) in try Self.parse(url) { parameters[keyword] = value }
    // A port that is not a number may be the password of a URL without a host.
    guard (parameters["port"] ?? "").utf8.allSatisfy({ $0 == UInt8(ascii: ",") || (48...57).contains($0) }) else {
      throw Self.invalid
    }
    // This program reads texts of the server as UTF-8.
    parameters["client_encoding"] = "UTF8"
    self.parameters = parameters
    // Supabase's pooler shares connections between transactions on this port.
    isPooler = marksPooler || parameters["port"] == "6543"
  }

  private static let invalid = DatabaseError(
    .cannotOpen,
    """
    The database's address is not valid. Expected postgres://user:password@host:port/database?name=value, with \
    libpq's names, and the characters @ / ? # % of a password written as %40 %2F %3F %23 %25.
    """)

  /// Whether the password has an unescaped special character. libpq would then read a part of it as the user, the host
  /// or the database, which messages show.
  private static func splitsPassword(_ url: String) -> Bool {
    let rest = url.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
    let user = rest.prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "/") }
    let hasUser = rest.dropFirst(user.count).first == UInt8(ascii: "@")
    let place = (hasUser ? rest.dropFirst(user.count + 1) : rest).prefix { $0 != UInt8(ascii: "?") }
    let isParameter = hasUser && user.prefix { $0 != UInt8(ascii: ":") }.contains(UInt8(ascii: "?"))
    return place.contains(UInt8(ascii: "@")) || isParameter
  }

  /// Removes `pgbouncer=true`, Prisma's spelling, which libpq does not know.
  private static func withoutPoolerMark(_ url: String) -> (String, Bool) {
    guard let question = url.lastIndex(of: "?") else { return (url, false) }
    let parts = url[url.index(after: question)...].split(separator: "&")
    let rest = parts.filter { !$0.hasPrefix("pgbouncer=") }
    let query = rest.isEmpty ? "" : "?" + rest.joined(separator: "&")
    return (url[..<question] + query, parts.contains("pgbouncer=true"))
  }

  /// The values of parameters that libpq checks only when it connects.
  private static let words = [
    "sslmode": ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
    "channel_binding": ["disable", "prefer", "require"], "gssencmode": ["disable", "prefer", "require"],
    "target_session_attrs": ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"],
  ]

  /// The error that names the first parameter after the `?` that libpq refuses; nil if libpq accepts all.
  ///
  /// No value is shown. Nothing after a password is named: that may be a part of it, after an unescaped `&`.
  private static func parameterFault(of url: String) -> DatabaseError? {
    let place = url.lastIndex(of: "@").map { url[$0...] } ?? url[...]
    guard let question = place.firstIndex(of: "?") else { return nil }
    // Without a user, the text after a second colon may be a password, which may have the `?`.
    guard place.hasPrefix("@") || place[..<question].split(separator: ":").count < 3 else { return nil }
    for parameter in place[place.index(after: question)...].split(separator: "&") {
      let name = String(parameter.prefix { $0 != "=" })
      guard !name.contains("pass"), name.count < 40, name.allSatisfy({ $0.isLetter || $0 == "_" }) else { return nil }
      guard let values = try? parse("postgres:///?\(parameter)") else {
        return DatabaseError(
          .cannotOpen, "The database's address has the parameter \(name), which libpq does not know or cannot read.")
      }
      if let expected = words[name], let value = values.first(where: { $0.0 == name })?.1, !expected.contains(value) {
        return DatabaseError(
          .cannotOpen,
          "The database's address has a wrong value of \(name): expected one of \(expected.joined(separator: ", ")).")
      }
    }
    return nil
  }

  private static func parse(_ url: String) throws(DatabaseError) -> [(String, String)] {
    var message: UnsafeMutablePointer<CChar>?
    let options = unsafe PQconninfoParse(url, &message)
    // The message may quote a part of the password.
    unsafe PQfreemem(message)
    guard let options = unsafe options else { throw invalid }
    defer { unsafe PQconninfoFree(options) }
    var found: [(String, String)] = []
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe found.append((String(cString: keyword), String(cString: value)))
      }
      unsafe option += 1
    }
    return found
  }
}
