import Cryptography
public import Edge
public import FoundationEssentials

/// Makes HS256 tokens with the project's secret, for development, tests and a new project's keys.
public struct TokenMinter: Sendable {
  private let key: HMACKey

  /// Creates a minter for a secret.
  ///
  /// - Throws: ``ConfigurationProblem`` if the secret is shorter than 32 bytes, or one character repeated.
  public init(secret: String) throws(ConfigurationProblem) {
    try TokenConfiguration.check(secret: secret)
    key = HMACKey([UInt8](secret.utf8))
  }

  /// A token with these claims, in this order.
  public func token(_ claims: [(String, JSONValue)]) -> String {
    let header = JSONObject([("alg", "HS256"), ("typ", "JWT")])
    let claims = JSONObject(claims)
    let signed = Base64URL.encode(header.json) + "." + Base64URL.encode(claims.json)
    return signed + "." + Base64URL.encode(key.code(for: [UInt8](signed.utf8)))
  }

  /// A token for a role, in the form of Supabase Auth.
  ///
  /// - Parameters:
  ///   - role: `anon`, `authenticated`, `service_role` or one of the project's own.
  ///   - subject: the user's id, if it is a user's.
  ///   - seconds: its validity; nil is unlimited.
  ///   - claims: further claims, which come last. One with the name of another claim replaces it.
  ///   - now: when it is issued.
  public func token(
    role: Role, subject: String? = nil, expiresIn seconds: Int? = 3600, claims: [(String, JSONValue)] = [], now: Date
  ) -> String {
    let issued = Int64(now.timeIntervalSince1970)
    var all: [(String, JSONValue)] = [("iss", "swiftlet")]
    if let subject { all.append(("sub", .string(subject))) }
    if role == .authenticated { all.append(("aud", "authenticated")) }
    all.append(("role", .string(role.rawValue)))
    all.append(("iat", .integer(issued)))
    if let seconds { all.append(("exp", .integer(issued + Int64(seconds)))) }
    return token(all + claims)
  }

  /// The API key of a role. It is the same on every start; with the development secret it is the key of Supabase's
  /// local stack.
  public func projectKey(_ role: Role) -> String {
    token([("iss", "supabase-demo"), ("role", .string(role.rawValue)), ("exp", 1_983_812_996)])
  }
}
