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
    postgres: """
      -- No reference to users: a user without a row may guess too. A user has ten rows at most, and prune_invite_misses
      -- removes them.
      CREATE TABLE invite_code_misses (
        user_id uuid NOT NULL,
        slot integer NOT NULL CHECK (slot BETWEEN 0 AND 9),
        missed_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, slot)
      );
      CREATE INDEX invite_code_misses_by_time ON invite_code_misses (missed_at);

      -- The host's own: no app reads it.
      ALTER TABLE invite_code_misses ENABLE ROW LEVEL SECURITY;
      REVOKE ALL ON invite_code_misses FROM anon, authenticated;
      GRANT ALL ON invite_code_misses TO service_role;

      ALTER TABLE sessions ADD COLUMN expired_at timestamptz;
      CREATE INDEX open_sessions_by_age ON sessions (created_at) WHERE status = 'open';
      """)
}
