import Cryptography
import Push

/// The checks of a provider token that do not depend on its connection.
struct TokenChecker {
  /// The number of seconds by which a sender's clock may be ahead.
  static let leeway: Int64 = 60
  /// The lifetime of a token in seconds.
  static let lifetime: Int64 = 3600
  private static let capacity = 256

  private let keys: [String: ProviderKey]
  private let environment: PushEnvironment
  private var checked: [String: ProviderToken] = [:]

  init(keys: [ProviderKey], environment: PushEnvironment) {
    self.keys = Dictionary(keys.map { ($0.id, $0) }) { _, last in last }
    self.environment = environment
  }

  /// Parses the token of an `authorization` header and verifies its signature.
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

  /// Checks a token's age, now in seconds since 1970.
  static func checkAge(of token: ProviderToken, now: Int64) throws(Rejection) {
    let age = now - token.issuedAt
    if age < -leeway { throw Rejection(.invalidProviderToken, "iat lies \(-age) s in the future") }
    if age > lifetime { throw Rejection(.expiredProviderToken, "the token is \(age) s old, good for \(lifetime)") }
  }
}
