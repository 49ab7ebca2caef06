import Edge

extension Migration {
  /// The users' device tokens, and the outcomes of each match's notifications.
  static let push = Migration(
    version: 5, name: "push",
    sqlite: """
      ALTER TABLE users ADD COLUMN apns_environment TEXT CHECK (apns_environment IN ('sandbox', 'production'));
      ALTER TABLE users ADD COLUMN apns_token_updated_at TEXT;
      CREATE INDEX users_by_apns_token ON users (apns_token) WHERE apns_token IS NOT NULL;

      CREATE TABLE match_deliveries (
        session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        apns_id TEXT NOT NULL UNIQUE,
        outcome TEXT NOT NULL
          CHECK (outcome IN ('pending', 'delivered', 'unregistered', 'refused', 'undelivered', 'no_token')),
        attempts INTEGER NOT NULL DEFAULT 0,
        reason TEXT,
        updated_at TEXT NOT NULL,
        PRIMARY KEY (session_id, user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX match_deliveries_by_time ON match_deliveries (updated_at);
      """,
    postgres: """
      ALTER TABLE users ADD COLUMN apns_environment text CHECK (apns_environment IN ('sandbox', 'production'));
      ALTER TABLE users ADD COLUMN apns_token_updated_at timestamptz;
      CREATE INDEX users_by_apns_token ON users (apns_token) WHERE apns_token IS NOT NULL;

      CREATE TABLE match_deliveries (
        session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        apns_id uuid NOT NULL UNIQUE,
        outcome text NOT NULL
          CHECK (outcome IN ('pending', 'delivered', 'unregistered', 'refused', 'undelivered', 'no_token')),
        attempts integer NOT NULL DEFAULT 0,
        reason text,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (session_id, user_id)
      );
      CREATE INDEX match_deliveries_by_time ON match_deliveries (updated_at);

      -- The host's own: no app reads it.
      ALTER TABLE match_deliveries ENABLE ROW LEVEL SECURITY;
      REVOKE ALL ON match_deliveries FROM anon, authenticated;
      GRANT ALL ON match_deliveries TO service_role;
      """)
}
