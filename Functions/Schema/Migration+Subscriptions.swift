import Edge

extension Migration {
  /// The subscriptions of the app stores, the stores' notices, and the ends of trials.
  ///
  /// A subscription consists of periods, one for each transaction. The newest period tells whether it is paid. A user's
  /// id has no reference, since a store's notice may be earlier than the user's first call; the rows go with the user.
  static let subscriptions = Migration(
    version: 16, name: "subscriptions",
    sqlite: """
      ALTER TABLE user_subscriptions ADD COLUMN trial_ended_at TEXT;
      CREATE INDEX trials_by_start ON user_subscriptions (trial_started_at)
        WHERE trial_ended_at IS NULL OR trial_ended_at < trial_started_at;

      CREATE TABLE store_subscriptions (
        store TEXT NOT NULL CHECK (store IN ('app_store', 'revenuecat')),
        id TEXT NOT NULL,
        user_id TEXT,
        user_set_at TEXT NOT NULL,
        user_set_by TEXT NOT NULL,
        PRIMARY KEY (store, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX store_subscriptions_of_user ON store_subscriptions (user_id);
      CREATE TRIGGER remove_subscriptions_of_deleted_user AFTER DELETE ON users BEGIN
        DELETE FROM store_subscriptions WHERE user_id = OLD.id;
      END;

      CREATE TABLE store_periods (
        store TEXT NOT NULL,
        subscription_id TEXT NOT NULL,
        id TEXT NOT NULL,
        product_id TEXT NOT NULL,
        purchased_at TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        revoked_at TEXT,
        signed_at TEXT NOT NULL,
        notice_id TEXT NOT NULL,
        PRIMARY KEY (store, subscription_id, id),
        FOREIGN KEY (store, subscription_id) REFERENCES store_subscriptions (store, id) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX store_periods_by_purchase ON store_periods (store, subscription_id, purchased_at, id);

      CREATE TABLE subscription_notices (
        id TEXT PRIMARY KEY,
        store TEXT NOT NULL,
        type TEXT NOT NULL,
        subtype TEXT,
        subscription_id TEXT,
        outcome TEXT NOT NULL CHECK (outcome IN ('applied', 'stale', 'unknown_user', 'ignored')),
        signed_at TEXT NOT NULL,
        received_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX subscription_notices_by_time ON subscription_notices (received_at);
      """,
    postgres: """
      ALTER TABLE user_subscriptions ADD COLUMN trial_ended_at timestamptz;
      CREATE INDEX trials_by_start ON user_subscriptions (trial_started_at)
        WHERE trial_ended_at IS NULL OR trial_ended_at < trial_started_at;

      CREATE TABLE store_subscriptions (
        store text NOT NULL CHECK (store IN ('app_store', 'revenuecat')),
        id text NOT NULL,
        user_id uuid,
        user_set_at timestamptz NOT NULL,
        user_set_by text NOT NULL,
        PRIMARY KEY (store, id)
      );
      CREATE INDEX store_subscriptions_of_user ON store_subscriptions (user_id);
      CREATE FUNCTION apps.remove_subscriptions() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        DELETE FROM public.store_subscriptions s WHERE s.user_id = OLD.id;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.remove_subscriptions() FROM PUBLIC;
      CREATE TRIGGER remove_subscriptions AFTER DELETE ON users
        FOR EACH ROW EXECUTE FUNCTION apps.remove_subscriptions();

      CREATE TABLE store_periods (
        store text NOT NULL,
        subscription_id text NOT NULL,
        id text NOT NULL,
        product_id text NOT NULL,
        purchased_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        revoked_at timestamptz,
        signed_at timestamptz NOT NULL,
        notice_id text NOT NULL,
        PRIMARY KEY (store, subscription_id, id),
        FOREIGN KEY (store, subscription_id) REFERENCES store_subscriptions (store, id) ON DELETE CASCADE
      );
      CREATE INDEX store_periods_by_purchase ON store_periods (store, subscription_id, purchased_at, id);

      CREATE TABLE subscription_notices (
        id text PRIMARY KEY,
        store text NOT NULL,
        type text NOT NULL,
        subtype text,
        subscription_id text,
        outcome text NOT NULL CHECK (outcome IN ('applied', 'stale', 'unknown_user', 'ignored')),
        signed_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL
      );
      CREATE INDEX subscription_notices_by_time ON subscription_notices (received_at);

      -- The host's own: subscription_status tells a user what is bought.
      ALTER TABLE store_subscriptions ENABLE ROW LEVEL SECURITY;
      ALTER TABLE store_periods ENABLE ROW LEVEL SECURITY;
      ALTER TABLE subscription_notices ENABLE ROW LEVEL SECURITY;
      REVOKE ALL ON store_subscriptions, store_periods, subscription_notices FROM anon, authenticated;
      GRANT ALL ON store_subscriptions, store_periods, subscription_notices TO service_role;
      """)
}
