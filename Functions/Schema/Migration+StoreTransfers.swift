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
    postgres: PostgresSchema.storeTransfers)
}
