import Edge

extension Migration {
  /// Until when the id of a deleted account is kept at least, since a store may still name it. It is null for a user
  /// without a subscription.
  static let deletedSubscribers = Migration(
    version: 19, name: "deleted_subscribers",
    sqlite: "ALTER TABLE account_deletions ADD COLUMN kept_until TEXT;",
    postgres: "ALTER TABLE account_deletions ADD COLUMN kept_until timestamptz;")
}
