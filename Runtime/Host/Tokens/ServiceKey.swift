import Cryptography
import Edge

/// A key of the service role: a JWT with that role, or one of Supabase's secret API keys.
package struct ServiceKey: Sendable {
  private static let prefix = "sb_secret_"
  /// The least bytes of an API key. Supabase's have 41.
  package static let leastLength = 24

  /// Nil for an API key.
  private let token: CompactToken?

  /// Reads a key; nil for any other text. A signature is not verified.
  package init?(_ text: String) {
    if text.hasPrefix(Self.prefix) {
      guard text.utf8.count >= Self.leastLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        return nil
      }
      token = nil
      return
    }
    guard let token = try? CompactToken([UInt8](text.utf8)[...]), (try? token.claims())?.role == .serviceRole else {
      return nil
    }
    self.token = token
  }

  /// Whether it is one of Supabase's secret API keys.
  package var isAPIKey: Bool { token == nil }

  /// Whether a secret has signed the key; nil for an API key, and for a token of another algorithm than HS256.
  package func isSigned(by secret: String) -> Bool? {
    guard let token, token.algorithm == "HS256" else { return nil }
    return HMACKey([UInt8](secret.utf8)).code(for: token.signed) == token.signature
  }

  /// Whether a secret that Supabase publishes has signed the key, as it has the keys of Supabase's demonstration.
  package var isPublished: Bool {
    TokenConfiguration.published.contains { isSigned(by: $0) == true }
  }
}
