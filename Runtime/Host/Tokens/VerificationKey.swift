import Cryptography

/// A key that checks signatures of tokens, with one fixed algorithm. The algorithm that a token names cannot change it.
enum VerificationKey: Sendable {
  /// HMAC-SHA256 with a shared secret.
  case hs256(HMACKey)
  /// ECDSA on P-256 with SHA-256.
  case es256(P256PublicKey)
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256(RSAPublicKey)

  /// The algorithm's name in JSON Web Algorithms (RFC 7518, section 3.1).
  var algorithm: String {
    switch self {
    case .hs256: "HS256"
    case .es256: "ES256"
    case .rs256: "RS256"
    }
  }

  func isValid(_ token: CompactToken) -> Bool {
    switch self {
    case .hs256(let key): key.isValid(token.signature, for: token.signed)
    case .es256(let key): key.isValid(token.signature, for: token.signed)
    case .rs256(let key): key.isValid(token.signature, for: token.signed)
    }
  }

  /// The key of a shared secret.
  ///
  /// - Throws: ``ConfigurationProblem`` if the secret can be guessed.
  static func shared(_ secret: [UInt8]) throws(ConfigurationProblem) -> VerificationKey {
    try TokenConfiguration.check(secret: secret)
    return .hs256(HMACKey(secret))
  }
}
