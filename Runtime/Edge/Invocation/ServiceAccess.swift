/// Admits the service key, and the host's own jobs.
public struct ServiceAccess: Access {
  /// A server of the project, or the host itself.
  public struct Caller: Sendable {
    /// The token's role and claims.
    public let identity: Identity
  }

  /// True: a token is needed.
  public var needsToken: Bool { true }
  /// ``AccessKind/serviceRole``.
  public var kind: AccessKind { .serviceRole }

  /// Admits the role `service_role`.
  ///
  /// - Throws: ``FunctionError`` 403 `PERMISSION_DENIED` for another role, 401 `AUTH_REQUIRED` without a token.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity else { throw .authRequired }
    guard identity.role == .serviceRole else { throw .permissionDenied() }
    return Caller(identity: identity)
  }
}

extension Access where Self == ServiceAccess {
  /// Admits the service key, and the host's own jobs.
  public static var serviceRole: Self { Self() }
}
