package import FoundationEssentials

/// A session of the console: a browser that has signed in.
package struct Session: Sendable, Hashable {
  /// A short name for log lines and the record of actions, from which the cookie cannot be derived.
  package let id: String
  package let role: SessionRole
  package let expiry: Date
  /// The token that its forms carry: ``SessionGate/tokenField``.
  package let formToken: String
}
