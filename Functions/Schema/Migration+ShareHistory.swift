import Edge

extension Migration {
  /// The bound on the shares of a user that are kept. On SQLite `share_eta` alone inserts shares, and keeps the bound.
  static let shareHistory = Migration(
    version: 8, name: "share_history", sqlite: "", postgres: PostgresSchema.shareHistory)
}
