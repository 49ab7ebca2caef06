import Edge

extension Migration {
  /// Bounds of the chats and of the completed hunts of users who write past the functions.
  ///
  /// On SQLite functions alone write.
  static let rowLimits = Migration(version: 29, name: "row_limits", sqlite: "", postgres: PostgresSchema.rowLimits)
}
