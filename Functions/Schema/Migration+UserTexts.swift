import Edge

extension Migration {
  /// Bounds of what users write past the functions: the texts that describe them, and the depth of chats.
  ///
  /// On SQLite functions alone write.
  static let userTexts = Migration(version: 24, name: "user_texts", sqlite: "", postgres: PostgresSchema.userTexts)

  /// An erasure waits for a user who is joining a session or a hunt, which then changes hands to that user.
  ///
  /// On SQLite transactions come one after another.
  static let joiningHeirs = Migration(
    version: 25, name: "joining_heirs", sqlite: "", postgres: PostgresSchema.joiningHeirs)
}
