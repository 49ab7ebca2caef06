public import Foundation

/// Who may call a function, and what the handler then knows of the caller.
public protocol Access: Sendable {
  /// What the handler knows of its caller.
  associatedtype Caller: Sendable

  /// Whether a token is needed at all.
  var needsToken: Bool { get }

  /// What the host knows of it before a call; an author's own type has ``AccessKind/custom(_:)`` by default.
  var kind: AccessKind { get }

  /// Lets a caller in.
  ///
  /// - Parameter identity: the verified token's holder; nil where no token is needed.
  /// - Throws: ``FunctionError`` 401 `AUTH_REQUIRED` or 403 `PERMISSION_DENIED`.
  func admit(_ identity: Identity?) throws(FunctionError) -> Caller
}

extension Access {
  /// An author's own rule.
  public var kind: AccessKind { .custom("\(Self.self)") }
}

/// A caller who is not let in: turned away before the handler ran.
public struct AdmissionError: Error, Sendable {
  /// 401 `AUTH_REQUIRED` or 403 `PERMISSION_DENIED`.
  public let reason: FunctionError

  /// Turns a caller away.
  public init(reason: FunctionError) { self.reason = reason }
}

/// A user of the project: a token whose `sub` is a UUID.
public struct UserAccess: Access {
  /// A user.
  public struct Caller: Sendable {
    /// The user's id.
    public let userID: UUID
    /// Everything the token says.
    public let identity: Identity
  }

  /// True.
  public var needsToken: Bool { true }
  /// A user.
  public var kind: AccessKind { .user }

  /// Lets users in; the anon key is no user.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity, let userID = identity.userID else { throw .authRequired }
    return Caller(userID: userID, identity: identity)
  }
}

/// Any token of the project, the anon key's too.
public struct VerifiedAccess: Access {
  /// Whoever holds a token.
  public struct Caller: Sendable {
    /// Everything the token says.
    public let identity: Identity
  }

  /// True.
  public var needsToken: Bool { true }
  /// Any token.
  public var kind: AccessKind { .verified }

  /// Lets every verified token in.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity else { throw .authRequired }
    return Caller(identity: identity)
  }
}

/// The service key, and the host's own jobs.
public struct ServiceAccess: Access {
  /// The project itself.
  public struct Caller: Sendable {
    /// Everything the token says.
    public let identity: Identity
  }

  /// True.
  public var needsToken: Bool { true }
  /// The project itself.
  public var kind: AccessKind { .serviceRole }

  /// Lets `service_role` in.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity else { throw .authRequired }
    guard identity.role == .serviceRole else { throw .permissionDenied() }
    return Caller(identity: identity)
  }
}

/// Everybody, with no look at any token.
public struct OpenAccess: Access {
  /// Nobody in particular.
  public struct Caller: Sendable {}

  /// False.
  public var needsToken: Bool { false }
  /// Everybody.
  public var kind: AccessKind { .anyone }

  /// Lets everybody in.
  public func admit(_ identity: Identity?) throws(FunctionError) -> Caller { Caller() }
}

extension Access where Self == UserAccess {
  /// A user of the project.
  public static var user: Self { Self() }
}
extension Access where Self == VerifiedAccess {
  /// Any token of the project, the anon key's too.
  public static var verified: Self { Self() }
}
extension Access where Self == ServiceAccess {
  /// The service key, and the host's own jobs.
  public static var serviceRole: Self { Self() }
}
extension Access where Self == OpenAccess {
  /// Everybody; no token is looked at.
  public static var anyone: Self { Self() }
}
