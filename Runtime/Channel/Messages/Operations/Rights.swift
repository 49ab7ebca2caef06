/// The rights of a statement or a transaction.
package enum Rights: Sendable, Hashable {
  /// The host's own.
  case host
  /// A caller's, under row-level security: the role, and the token's claims as JSON.
  case caller(role: String, claims: String)
}
