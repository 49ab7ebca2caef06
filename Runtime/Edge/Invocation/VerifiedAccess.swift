/// Admits every verified token of the project, also the anon key.
public struct VerifiedAccess: Access {
  /// The holder of a verified token.
  public struct Caller: Sendable {
    /// The token's role and claims.
    public let identity: Identity
  }

  /// True: a token is needed.
  public var needsToken: Bool { true }
  /// ``AccessKind/verified``.
  public var kind: AccessKind { .verified }

  /// Admits every verified token.
  ///
  /// - Throws: ``FunctionError`` 401 `AUTH_REQUIRED` for a caller without one.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity else { throw .authRequired }
    return Caller(identity: identity)
  }
}

extension Access where Self == VerifiedAccess {
  /// Admits every verified token of the project, also the anon key.
  public static var verified: Self { Self() }
}
