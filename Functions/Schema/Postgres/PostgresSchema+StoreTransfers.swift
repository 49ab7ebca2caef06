extension PostgresSchema {
  /// The transfers of store subscriptions. The app's document has no table for them.
  static let storeTransfers = """
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
    """
}
