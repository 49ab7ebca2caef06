import Edge

extension Migration {
  /// The events of shares that their recipients are told of, the outcomes of those notifications, and the device tokens
  /// of apps with a topic of their own.
  ///
  /// On SQLite the index of recipients has no end for a share that has ended, so that it finds the active ones among
  /// many that ended early.
  static let shareEvents = Migration(
    version: 13, name: "share_events",
    sqlite: """
      UPDATE eta_share_recipients SET expires_at = NULL
        WHERE share_id IN (SELECT id FROM eta_shares WHERE NOT is_active);
      DROP TRIGGER eta_share_recipients_of_new_share;
      CREATE TRIGGER eta_share_recipients_of_new_share AFTER INSERT ON eta_shares BEGIN
        INSERT INTO eta_share_recipients (user_id, created_at, share_id, expires_at)
        SELECT DISTINCT value, NEW.created_at, NEW.id, CASE WHEN NEW.is_active THEN NEW.expires_at END
        FROM json_each(NEW.recipients);
      END;
      DROP TRIGGER eta_share_recipients_of_moved_end;
      -- Not for a share that has expired, which many do at once: the index has the end already.
      CREATE TRIGGER eta_share_recipients_of_moved_end AFTER UPDATE OF expires_at, is_active ON eta_shares
      WHEN NEW.expires_at <> OLD.expires_at OR (NEW.is_active <> OLD.is_active AND NEW.expires_at > NEW.updated_at)
      BEGIN
        UPDATE eta_share_recipients SET expires_at = CASE WHEN NEW.is_active THEN NEW.expires_at END
        WHERE share_id = NEW.id;
      END;

      CREATE TABLE eta_share_events (
        id TEXT PRIMARY KEY,
        share_id TEXT NOT NULL REFERENCES eta_shares (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('started', 'updated', 'ended')),
        estimated_arrival TEXT NOT NULL,
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX eta_share_events_of_share ON eta_share_events (share_id, created_at);

      CREATE TABLE eta_share_deliveries (
        event_id TEXT NOT NULL REFERENCES eta_share_events (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        apns_id TEXT NOT NULL UNIQUE,
        outcome TEXT NOT NULL
          CHECK (outcome IN ('pending', 'delivered', 'unregistered', 'refused', 'undelivered', 'no_token')),
        attempts INTEGER NOT NULL DEFAULT 0,
        reason TEXT,
        updated_at TEXT NOT NULL,
        PRIMARY KEY (event_id, user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX eta_share_deliveries_of_user ON eta_share_deliveries (user_id);
      CREATE INDEX eta_share_deliveries_by_time ON eta_share_deliveries (updated_at);

      CREATE TABLE device_tokens (
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        app TEXT NOT NULL CHECK (length(app) BETWEEN 1 AND 32),
        token TEXT NOT NULL,
        environment TEXT CHECK (environment IN ('sandbox', 'production')),
        updated_at TEXT NOT NULL,
        PRIMARY KEY (user_id, app)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX device_tokens_by_token ON device_tokens (token);
      """,
    postgres: """
      CREATE TABLE eta_share_events (
        id uuid PRIMARY KEY,
        share_id uuid NOT NULL REFERENCES eta_shares (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('started', 'updated', 'ended')),
        estimated_arrival timestamptz NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX eta_share_events_of_share ON eta_share_events (share_id, created_at);

      CREATE TABLE eta_share_deliveries (
        event_id uuid NOT NULL REFERENCES eta_share_events (id) ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        apns_id uuid NOT NULL UNIQUE,
        outcome text NOT NULL
          CHECK (outcome IN ('pending', 'delivered', 'unregistered', 'refused', 'undelivered', 'no_token')),
        attempts integer NOT NULL DEFAULT 0,
        reason text,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (event_id, user_id)
      );
      CREATE INDEX eta_share_deliveries_of_user ON eta_share_deliveries (user_id);
      CREATE INDEX eta_share_deliveries_by_time ON eta_share_deliveries (updated_at);

      CREATE TABLE device_tokens (
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        app text NOT NULL CHECK (char_length(app) BETWEEN 1 AND 32),
        token text NOT NULL,
        environment text CHECK (environment IN ('sandbox', 'production')),
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, app)
      );
      CREATE INDEX device_tokens_by_token ON device_tokens (token);

      -- The host's own: no app reads them.
      ALTER TABLE eta_share_events ENABLE ROW LEVEL SECURITY;
      ALTER TABLE eta_share_deliveries ENABLE ROW LEVEL SECURITY;
      ALTER TABLE device_tokens ENABLE ROW LEVEL SECURITY;
      REVOKE ALL ON eta_share_events, eta_share_deliveries, device_tokens FROM anon, authenticated;
      GRANT ALL ON eta_share_events, eta_share_deliveries, device_tokens TO service_role;
      """)
}
