import Edge

extension Migration {
  /// The tables that limit the guessing of invite codes: each user's last wrong codes, and when a session expired.
  static let inviteLimits = Migration(
    version: 7, name: "invite_limits",
    sqlite: """
      CREATE TABLE invite_code_misses (
        user_id TEXT NOT NULL,
        slot INTEGER NOT NULL CHECK (slot BETWEEN 0 AND 9),
        missed_at TEXT NOT NULL,
        PRIMARY KEY (user_id, slot)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX invite_code_misses_by_time ON invite_code_misses (missed_at);

      ALTER TABLE sessions ADD COLUMN expired_at TEXT;
      CREATE INDEX open_sessions_by_age ON sessions (created_at) WHERE status = 'open';
      """,
    postgres: PostgresSchema.inviteLimits)
}
