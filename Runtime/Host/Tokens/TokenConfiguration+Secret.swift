import Cryptography

extension TokenConfiguration {
  /// The secret of Supabase's local stack.
  public static let developmentSecret = "super-secret-jwt-token-with-at-least-32-characters-long"

  /// The secrets that Supabase publishes: of its local stack, and of its self-hosting example.
  static let published = [developmentSecret, "your-\(developmentSecret)"]

  /// Whether Supabase publishes the secret, so that anyone can sign tokens with it. It is for loopback only.
  public var hasPublishedSecret: Bool { Self.published.contains(secret) }

  /// Whether these are the bytes of a secret that Supabase publishes.
  static func isPublished(_ secret: [UInt8]) -> Bool { published.contains { $0.utf8.elementsEqual(secret) } }

  /// Whether a key is signed with a secret that Supabase publishes, as the keys of its local stack are. Such a key
  /// proves nothing.
  package static func isPublished(key: String) -> Bool {
    guard let token = try? CompactToken([UInt8](key.utf8)[...]) else { return false }
    return published.contains { VerificationKey.hs256(HMACKey([UInt8]($0.utf8))).isValid(token) }
  }

  /// Refuses a secret that can be guessed: one shorter than its hash (RFC 7518, section 3.2), or one character
  /// repeated.
  ///
  /// - Throws: ``ConfigurationProblem``, without the secret.
  public static func check(secret: String) throws(ConfigurationProblem) { try check(secret: [UInt8](secret.utf8)) }

  static func check(secret: [UInt8]) throws(ConfigurationProblem) {
    guard secret.count >= 32 else {
      throw ConfigurationProblem("The JWT secret has \(secret.count) bytes, HS256 needs at least 32")
    }
    let isOneByte = secret.allSatisfy { $0 == secret[0] }
    let isOneCharacter = String(validating: secret, as: UTF8.self).map { Set($0).count == 1 } ?? false
    guard !isOneByte, !isOneCharacter else {
      throw ConfigurationProblem("The JWT secret is one character repeated, which is guessed at once")
    }
  }
}
