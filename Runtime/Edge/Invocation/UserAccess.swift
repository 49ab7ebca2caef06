public import FoundationEssentials

/// Admits users of the project: tokens whose `sub` is a UUID.
public struct UserAccess: Access {
  /// A user who calls.
  public struct Caller: Sendable {
    /// The user's id.
    public let userID: UUID
    /// The token's role and claims.
    public let identity: Identity
  }

  /// True: a token is needed.
  public var needsToken: Bool { true }
  /// ``AccessKind/user``.
  public var kind: AccessKind { .user }

  /// Admits users. The anon key is not a user.
  ///
  /// - Throws: ``FunctionError`` 401 `AUTH_REQUIRED` for any other caller.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity, let userID = identity.userID else { throw .authRequired }
    return Caller(userID: userID, identity: identity)
  }
}

extension Access where Self == UserAccess {
  /// Admits users of the project.
  public static var user: Self { Self() }
}
