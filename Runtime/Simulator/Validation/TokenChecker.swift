import Cryptography

/// Checks what a provider token says by itself, whoever sends it on whichever connection.
struct TokenChecker {
  /// How far a clock may be ahead of ours, in seconds.
  static let leeway: Int64 = 60
  /// How long a token is good, in seconds.
  static let lifetime: Int64 = 3600
  /// How many checked tokens are remembered.
  private static let capacity = 256

  private let keys: [String: ProviderKey]
  private let environment: SimulatedEnvironment
  private var checked: [String: ProviderToken] = [:]

  init(keys: [ProviderKey], environment: SimulatedEnvironment) {
    self.keys = Dictionary(keys.map { ($0.id, $0) }) { _, last in last }
    self.environment = environment
  }

  /// The token of an `authorization` header, its signature checked.
  mutating func token(of authorization: String?) throws(Rejection) -> ProviderToken {
    if let authorization, let known = checked[authorization] { return known }
    let token = try ProviderToken(authorization: authorization)
    try checkKey(of: token)
    if checked.count >= Self.capacity { checked.removeAll() }
    if let authorization { checked[authorization] = token }
    return token
  }

  private func checkKey(of token: ProviderToken) throws(Rejection) {
    guard !keys.isEmpty else { return }
    guard let key = keys[token.keyID] else {
      throw Rejection(.invalidProviderToken, "key \(token.keyID) is not known here")
    }
    guard key.publicKey.isValid(token.signature, for: token.signed) else {
      throw Rejection(.invalidProviderToken, "the signature is not key \(key.id)'s")
    }
    if let team = key.team, team != token.team {
      throw Rejection(.invalidProviderToken, "key \(key.id) is team \(team)'s, the token says \(token.team)")
    }
    if let only = key.environment, only != environment {
      throw Rejection(.badEnvironmentKeyID, "key \(key.id) is for \(only.rawValue), this is \(environment.rawValue)")
    }
  }

  /// Checks a token's age.
  ///
  /// - Parameter now: seconds since 1970.
  static func checkAge(of token: ProviderToken, now: Int64) throws(Rejection) {
    let age = now - token.issuedAt
    if age < -leeway { throw Rejection(.invalidProviderToken, "iat lies \(-age) s in the future") }
    if age > lifetime { throw Rejection(.expiredProviderToken, "the token is \(age) s old, good for \(lifetime)") }
  }
}
