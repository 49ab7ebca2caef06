/// Admits the service key, and the host's own jobs.
public struct ServiceAccess: Access {
  /// The project itself.
  public struct Caller: Sendable {
    /// The token's role and claims.
    public let identity: Identity
  }

  /// True.
  public var needsToken: Bool { true }
  /// The project itself.
  public var kind: AccessKind { .serviceRole }

  /// Admits the role `service_role`.
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
