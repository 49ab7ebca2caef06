/// A rule for the callers of a function, and the type of an admitted caller.
public protocol Access: Sendable {
  /// An admitted caller, as the handler gets it.
  associatedtype Caller: Sendable

  /// Whether a caller needs a token.
  var needsToken: Bool { get }

  /// The rule's kind. The default, for an author's own type, is ``AccessKind/custom(_:)``.
  var kind: AccessKind { get }

  /// Admits a caller.
  ///
  /// - Parameter identity: the verified token's holder; nil if no token is needed.
  /// - Throws: ``FunctionError`` 401 `AUTH_REQUIRED` or 403 `PERMISSION_DENIED`.
  func admit(_ identity: Identity?) throws(FunctionError) -> Caller
}

extension Access {
  /// An author's own rule, by the name of its type.
  public var kind: AccessKind { .custom("\(Self.self)") }
}
