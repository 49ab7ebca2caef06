import FoundationEssentials

/// A session: what a sign-in begins, and a sign-out ends.
struct AuthSession: Hashable, Sendable {
  /// How a user signed in, as the claim `amr` names it.
  enum Method: String, Sendable {
    case password, anonymous
  }

  let id: UUID
  let user: UUID
  let method: Method
  let createdAt: Date
  /// The number of the current refresh token.
  var turn: Int64 = 0
}
