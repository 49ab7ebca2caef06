package import FoundationEssentials

/// A token of local development.
package struct MintedToken: Codable, Sendable, Hashable {
  package let token: String
  package let expiresAt: Date

  package init(token: String, expiresAt: Date) {
    self.token = token
    self.expiresAt = expiresAt
  }

  private enum CodingKeys: String, CodingKey {
    case token
    case expiresAt = "expires_at"
  }
}
