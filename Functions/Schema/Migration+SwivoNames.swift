import Edge

extension Migration {
  /// Swivo's usernames among the participants of a session, and the tables that apps listen to.
  ///
  /// On SQLite functions alone read and write users, and apps listen to nothing.
  static let swivoNames = Migration(version: 9, name: "swivo_names", sqlite: "", postgres: PostgresSchema.swivoNames)
}
