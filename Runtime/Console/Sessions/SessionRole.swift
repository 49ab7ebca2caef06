/// The rights of a session.
package enum SessionRole: String, Sendable, Hashable {
  /// Sees the pages and performs their actions.
  case `operator`
  /// Sees the pages.
  case readOnly = "read_only"

  package var canAct: Bool { self == .operator }
}
