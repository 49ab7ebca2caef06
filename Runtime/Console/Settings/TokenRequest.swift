package import Foundation

/// The input of the control `token`, which a host has only while its secret is the published one of local development.
package struct TokenRequest: Codable, Sendable, Hashable {
  /// The roles that it makes tokens of.
  package static let roles = ["anon", "authenticated", "service_role"]

  package let role: String
  /// The user's id; only with the role `authenticated`.
  package let subject: UUID?

  package init(role: String, subject: UUID?) {
    self.role = role
    self.subject = subject
  }

  private enum CodingKeys: String, CodingKey {
    case role
    case subject = "sub"
  }
}

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
