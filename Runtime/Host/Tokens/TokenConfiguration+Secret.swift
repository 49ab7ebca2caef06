extension TokenConfiguration {
  /// The secret of Supabase's local stack.
  public static let developmentSecret = "super-secret-jwt-token-with-at-least-32-characters-long"

  /// The secrets that Supabase publishes: of its local stack, and of its self-hosting example.
  private static let published = [developmentSecret, "your-\(developmentSecret)"]

  /// Whether Supabase publishes the secret, so that anyone can sign tokens with it. It is for loopback only.
  public var hasPublishedSecret: Bool { Self.published.contains(secret) }

  /// Whether these are the bytes of a secret that Supabase publishes.
  static func isPublished(_ secret: [UInt8]) -> Bool { published.contains { $0.utf8.elementsEqual(secret) } }

  /// Refuses a secret that can be guessed: one shorter than 32 bytes, or one character repeated.
  ///
  /// - Throws: ``ConfigurationProblem``, without the secret.
  public static func check(secret: String) throws(ConfigurationProblem) {
    try SharedSecret.check([UInt8](secret.utf8))
  }
}
