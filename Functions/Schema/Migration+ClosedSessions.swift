import Edge

extension Migration {
  /// When its creator closed a session. It is null for a session that expired, and for one that was closed before this
  /// migration.
  static let closedSessions = Migration(
    version: 31, name: "closed_sessions",
    sqlite: "ALTER TABLE sessions ADD COLUMN closed_at TEXT;",
    postgres: "ALTER TABLE sessions ADD COLUMN closed_at timestamptz;")
}
