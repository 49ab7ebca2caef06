/// Admits every caller. No token is checked.
public struct OpenAccess: Access {
  /// An unknown caller.
  public struct Caller: Sendable {}

  /// False: no token is needed.
  public var needsToken: Bool { false }
  /// ``AccessKind/anyone``.
  public var kind: AccessKind { .anyone }

  /// Admits every caller.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller { Caller() }
}

extension Access where Self == OpenAccess {
  /// Admits every caller. No token is checked.
  public static var anyone: Self { Self() }
}
