/// Who may call a function, without the function's types: what the host, its lists and other processes know of an ``Access``.
public enum AccessKind: Sendable, Hashable, CustomStringConvertible {
  /// A user of the project.
  case user
  /// Any token of the project, the anon key's too.
  case verified
  /// The service key, and the host's own jobs.
  case serviceRole
  /// Everybody; no token is looked at.
  case anyone
  /// An author's own rule, by the name of its type.
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
