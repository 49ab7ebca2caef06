extension PostgresSchema {
  /// The events of shares, the outcomes of their notifications, and the device tokens of apps with a topic of their
  /// own. The app's document has none of them.
  static let shareEvents = """
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
    """
}
