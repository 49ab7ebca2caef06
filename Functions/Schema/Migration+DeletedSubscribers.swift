import Edge

extension Migration {
  /// Until when the id of a deleted account is kept at least, since a store may still name it. It is null for a user
  /// without a subscription. Of the users deleted before this migration it is not known who had one, and late notices
  /// may have stored their ids.
  static let deletedSubscribers = Migration(
    version: 19, name: "deleted_subscribers",
    sqlite: """
      ALTER TABLE account_deletions ADD COLUMN kept_until TEXT;
      UPDATE account_deletions SET kept_until = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+400 days');
      UPDATE store_subscriptions SET user_id = NULL
      WHERE user_id IN (SELECT user_id FROM account_deletions WHERE deleted_at IS NOT NULL);
      """,
    postgres: """
      ALTER TABLE account_deletions ADD COLUMN kept_until timestamptz;
      UPDATE account_deletions SET kept_until = now() + interval '400 days';
      UPDATE store_subscriptions SET user_id = NULL
      WHERE user_id IN (SELECT user_id FROM account_deletions WHERE deleted_at IS NOT NULL);
      """)
}
