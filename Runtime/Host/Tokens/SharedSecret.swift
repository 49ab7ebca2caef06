/// The rules for a secret that signs HS256 tokens.
enum SharedSecret {
  /// Refuses a secret that can be guessed: one shorter than its hash (RFC 7518, section 3.2), or one character
  /// repeated.
  static func check(_ secret: [UInt8]) throws(ConfigurationProblem) {
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
