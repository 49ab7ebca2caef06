import Database

/// The parts of the statements that differ between the engines.
struct AuthTables: Sendable {
  let users: SQL
  let sessions: SQL
  let ended: SQL
  /// The end of a `SELECT` that locks its rows until the transaction ends.
  let lock: SQL
  /// The end of a `SELECT` that locks its rows until the transaction ends, without those that another one has locked.
  let lockSkippingLocked: SQL

  init(_ dialect: SQLDialect) {
    switch dialect {
    case .sqlite:
      (users, sessions) = ("swiftlet_auth_users", "swiftlet_auth_sessions")
      (ended, lock, lockSkippingLocked) = ("swiftlet_auth_ended_sessions", "", "")
    case .postgres:
      (users, sessions) = ("swiftlet.auth_users", "swiftlet.auth_sessions")
      (ended, lock, lockSkippingLocked) = ("swiftlet.auth_ended_sessions", " FOR UPDATE", " FOR UPDATE SKIP LOCKED")
    }
  }
}
