package import FoundationEssentials

/// The caller as which the console calls a function.
package enum InvokeCaller: Sendable, Hashable {
  /// A user who is not signed in: the key `anon`.
  case anon
  /// The project itself.
  case serviceRole
  /// A user, by a token that is made for the call.
  case user(UUID)

  /// The kinds of callers.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case anon
    case serviceRole = "service_role"
    case user

    /// The kind in words.
    package var words: HTML {
      switch self {
      case .anon: "anon"
      case .serviceRole: "service role"
      case .user: "a user"
      }
    }
  }
}
