import Edge

extension Migration {
  /// An erasure waits for a user who is joining a session or a hunt, which then changes hands to that user.
  ///
  /// On SQLite transactions come one after another.
  static let joiningHeirs = Migration(
    version: 25, name: "joining_heirs", sqlite: "", postgres: PostgresSchema.joiningHeirs)
}
