public import FoundationEssentials

/// The holder of a verified token.
public struct Identity: Sendable, Hashable {
  /// The token's role; a token that names none counts as `anon`.
  public let role: Role
  /// The user, if the token's `sub` is a UUID.
  public let userID: UUID?
  /// All claims of the token.
  public let claims: Claims

  /// The identity of a token with these claims.
  public init(_ claims: Claims) {
    role = claims.role ?? .anon
    userID = claims.subject.flatMap { UUID(wire: $0) }
    self.claims = claims
  }

  /// The identity of an API key: a role without a user.
  public init(role: Role) {
    self.role = role
    userID = nil
    claims = Claims(["role": .string(role.rawValue)])
  }
}
