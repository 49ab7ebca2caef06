import Edge

extension Migration {
  /// On Postgres the insert of a user locks the account, so that its erasure waits for an insert that is not committed
  /// and finds it. On SQLite transactions come one after another.
  static let accountErasure = Migration(
    version: 23, name: "account_erasure", sqlite: "", postgres: PostgresSchema.accountErasure)
}
