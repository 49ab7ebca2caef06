/// The kind of an ``Access``, without the function's types.
public enum AccessKind: Sendable, Hashable, CustomStringConvertible {
  /// A user of the project.
  case user
  /// Any verified token of the project, also the anon key.
  case verified
  /// The service key, and the host's own jobs.
  case serviceRole
  /// Every caller. No token is checked.
  case anyone
  /// An author's own rule, with the name of its type.
  case custom(String)

  /// A word for lists: `user`, `verified`, `service_role`, `anyone`, or the name of an author's type.
  public var description: String {
    switch self {
    case .user: "user"
    case .verified: "verified"
    case .serviceRole: "service_role"
    case .anyone: "anyone"
    case .custom(let name): name
    }
  }
}
