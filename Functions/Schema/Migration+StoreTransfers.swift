import Edge

extension Migration {
  /// The transfers of store subscriptions between users, which also count for a subscription whose notice comes later.
  ///
  /// A row is removed with its notice. `to_user_id` is null if no user here has the subscriptions since.
  ///
  /// A subscription without a user goes to any user whom a notice names, so its `user_set_at` is before all notices.
  static let storeTransfers = Migration(
    version: 18, name: "store_transfers",
    sqlite: """
      UPDATE store_subscriptions SET user_set_at = '1970-01-01T00:00:00.000Z' WHERE user_id IS NULL;

      CREATE TABLE store_transfers (
        from_user_id TEXT NOT NULL,
        store TEXT NOT NULL CHECK (store IN ('app_store', 'revenuecat')),
        made_at TEXT NOT NULL,
        notice_id TEXT NOT NULL REFERENCES subscription_notices (id) ON DELETE CASCADE,
        to_user_id TEXT,
        PRIMARY KEY (from_user_id, store, made_at, notice_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX store_transfers_to_user ON store_transfers (to_user_id);
      CREATE INDEX store_transfers_of_notice ON store_transfers (notice_id);
      CREATE TRIGGER remove_transfers_of_deleted_user AFTER DELETE ON users BEGIN
        DELETE FROM store_transfers WHERE from_user_id = OLD.id;
        UPDATE store_transfers SET to_user_id = NULL WHERE to_user_id = OLD.id;
      END;
      """,
    postgres: """
      UPDATE store_subscriptions SET user_set_at = '1970-01-01T00:00:00Z' WHERE user_id IS NULL;

      CREATE TABLE store_transfers (
        from_user_id uuid NOT NULL,
        store text NOT NULL CHECK (store IN ('app_store', 'revenuecat')),
        made_at timestamptz NOT NULL,
        notice_id text NOT NULL REFERENCES subscription_notices (id) ON DELETE CASCADE,
        to_user_id uuid,
        PRIMARY KEY (from_user_id, store, made_at, notice_id)
      );
      CREATE INDEX store_transfers_to_user ON store_transfers (to_user_id);
      CREATE INDEX store_transfers_of_notice ON store_transfers (notice_id);

      CREATE FUNCTION apps.remove_transfers() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        DELETE FROM public.store_transfers t WHERE t.from_user_id = OLD.id;
        UPDATE public.store_transfers SET to_user_id = NULL WHERE to_user_id = OLD.id;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.remove_transfers() FROM PUBLIC;
      CREATE TRIGGER remove_transfers AFTER DELETE ON users
        FOR EACH ROW EXECUTE FUNCTION apps.remove_transfers();

      -- The host's own: no app reads it.
      ALTER TABLE store_transfers ENABLE ROW LEVEL SECURITY;
      REVOKE ALL ON store_transfers FROM anon, authenticated;
      GRANT ALL ON store_transfers TO service_role;
      """)
}
