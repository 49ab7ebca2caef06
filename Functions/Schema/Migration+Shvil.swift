import Edge

extension Migration {
  /// Shvil's shared arrival times.
  ///
  /// `recipients` is a JSON array of user ids; a user need not have signed in yet. The second table is its index, since
  /// SQLite has no index over an array. Recipients never change.
  static let shvil = Migration(
    version: 4, name: "shvil",
    sqlite: """
      CREATE TABLE eta_shares (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        route_data TEXT NOT NULL CHECK (json_valid(route_data)),
        recipients TEXT NOT NULL CHECK (json_valid(recipients) AND json_type(recipients) = 'array'),
        is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
        expires_at TEXT NOT NULL,
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX eta_shares_of_user ON eta_shares (user_id, created_at);
      CREATE INDEX eta_shares_expiring ON eta_shares (expires_at) WHERE is_active;

      CREATE TABLE eta_share_recipients (
        user_id TEXT NOT NULL,
        created_at TEXT NOT NULL,
        share_id TEXT NOT NULL REFERENCES eta_shares (id) ON DELETE CASCADE,
        PRIMARY KEY (user_id, created_at, share_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX recipients_of_eta_share ON eta_share_recipients (share_id);
      CREATE TRIGGER eta_share_recipients_of_new_share AFTER INSERT ON eta_shares BEGIN
        INSERT INTO eta_share_recipients (user_id, created_at, share_id)
        SELECT DISTINCT value, NEW.created_at, NEW.id FROM json_each(NEW.recipients);
      END;
      """,
    postgres: PostgresSchema.shvil + "\n" + PostgresSchema.shvilPolicies)
}
