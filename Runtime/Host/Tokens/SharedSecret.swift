import Curl
import Foundation

/// The rules for a secret that signs HS256 tokens.
enum SharedSecret {
  /// Refuses a secret that can be guessed: one shorter than its hash (RFC 7518, section 3.2), or one character repeated.
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

extension TokenConfiguration {
  /// What Supabase's local stack signs with.
  public static let developmentSecret = "super-secret-jwt-token-with-at-least-32-characters-long"

  /// What Supabase publishes: the secret of its local stack, and that of its self-hosting example.
  private static let published = [developmentSecret, "your-\(developmentSecret)"]

  /// Whether the secret is one that Supabase publishes, so that anyone can sign tokens with it: for loopback only.
  public var hasPublishedSecret: Bool { Self.published.contains(secret) }

  /// Whether these are the bytes of a secret that Supabase publishes.
  static func isPublished(_ secret: [UInt8]) -> Bool { published.contains { $0.utf8.elementsEqual(secret) } }

  /// Refuses a secret that can be guessed wherever it is used: it is shorter than 32 bytes, or one character repeated.
  ///
  /// - Throws: ``ConfigurationProblem``, without the secret.
  public static func check(secret: String) throws(ConfigurationProblem) {
    try SharedSecret.check([UInt8](secret.utf8))
  }
}

extension HostConfiguration {
  /// Refuses a published secret where clients from elsewhere could sign tokens with it: on an address beyond loopback, behind a proxy, and
  /// in a project beyond loopback.
  ///
  /// - Throws: ``ConfigurationProblem`` that says what to set, without the secret.
  public func checkPublishedSecret() throws(ConfigurationProblem) {
    guard tokens.hasPublishedSecret else { return }
    if let project = projectURL?.host(), !Loopback.isHost(project) {
      throw Self.published("the project at \(project) is not on this machine", "")
    }
    guard bind.isLoopback else {
      throw Self.published("the host is to listen on \(bind.host)", ", or listen on 127.0.0.1")
    }
    guard trustedProxies.isEmpty else {
      throw Self.published("trusted_proxies is set, so clients from elsewhere call", ", or remove trusted_proxies")
    }
  }

  private static func published(_ reason: String, _ way: String) -> ConfigurationProblem {
    ConfigurationProblem(
      """
      The JWT secret is one that Supabase publishes, with which anyone can sign tokens of any role. It is for loopback only, \
      and \(reason). Set SUPABASE_JWT_SECRET to the project's own secret\(way).
      """)
  }
}
