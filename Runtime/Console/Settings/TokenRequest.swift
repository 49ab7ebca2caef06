package import FoundationEssentials

/// The input of the control `token`, which a host has only while its secret is the published one of local development.
package struct TokenRequest: Codable, Sendable, Hashable {
  /// The roles that it makes tokens of.
  package static let roles = ["anon", "authenticated", "service_role"]

  package let role: String
  /// The user's id; only with the role `authenticated`.
  package let subject: UUID?

  private enum CodingKeys: String, CodingKey {
    case role
    case subject = "sub"
  }
}
