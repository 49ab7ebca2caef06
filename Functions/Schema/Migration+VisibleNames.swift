import Edge

extension Migration {
  /// The rules of usernames that are written past `set_username`: composed, and without invisible characters.
  ///
  /// On SQLite functions alone write.
  static let visibleNames = Migration(
    version: 27, name: "visible_names", sqlite: "", postgres: PostgresSchema.visibleNames)
}
