import Edge

extension Migration {
  /// Bounds of what users write past the functions: the texts that describe them, and the depth of chats.
  ///
  /// On SQLite functions alone write.
  static let userTexts = Migration(version: 24, name: "user_texts", sqlite: "", postgres: PostgresSchema.userTexts)
}
