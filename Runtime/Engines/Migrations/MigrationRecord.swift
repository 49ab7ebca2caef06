import Database

/// A database's record of one applied migration.
struct MigrationRecord: Equatable {
  let version: Int
  let name: String
  let checksum: String
  let isBreaking: Bool
}

extension MigrationRecord {
  /// Reads a row of ``MigrationTable/records(of:)``.
  init(_ row: Row) throws(DatabaseError) {
    version = try row.get("version")
    name = try row.get("name")
    checksum = try row.get("checksum")
    isBreaking = try row.get("breaking")
  }
}
