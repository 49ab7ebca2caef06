import Edge

extension Migration {
  /// The times of shares that are written past the functions: the database sets when they were made and changed, and
  /// bounds their end.
  ///
  /// On SQLite functions alone write.
  static let shareTimes = Migration(version: 26, name: "share_times", sqlite: "", postgres: PostgresSchema.shareTimes)
}
