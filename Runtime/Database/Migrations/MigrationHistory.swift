import Crypto

/// What a database remembers of a set of migrations, compared with what the program knows.
struct MigrationHistory {
  struct Entry: Equatable {
    let version: Int
    let name: String
    let checksum: String
  }

  let set: MigrationSet
  let dialect: SQLDialect

  static let createTable: SQL = """
    CREATE TABLE IF NOT EXISTS swiftlet_migrations (
      set_name TEXT NOT NULL,
      version BIGINT NOT NULL,
      name TEXT NOT NULL,
      checksum TEXT NOT NULL,
      applied_at TEXT NOT NULL,
      PRIMARY KEY (set_name, version)
    )
    """

  /// Returns a row when the table of migrations is there.
  static func findTable(_ dialect: SQLDialect) -> SQL {
    switch dialect {
    case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'swiftlet_migrations'"
    case .postgres: "SELECT 1 AS name WHERE to_regclass('swiftlet_migrations') IS NOT NULL"
    }
  }

  var select: SQL {
    "SELECT version, name, checksum FROM swiftlet_migrations WHERE set_name = \(set.name) ORDER BY version"
  }

  static func entry(_ row: Row) throws(DatabaseError) -> Entry {
    Entry(version: try row.get("version"), name: try row.get("name"), checksum: try row.get("checksum"))
  }

  func checksum(of migration: Migration) -> String {
    let digits = Array("0123456789abcdef")
    let text = migration.text(for: dialect)
    return String(SHA256.hash(data: Array(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Checks the set against what was applied, and returns what was not.
  func pending(after applied: [Entry]) throws(DatabaseError) -> [Migration] {
    for (previous, next) in zip(set.migrations, set.migrations.dropFirst()) where previous.version >= next.version {
      throw DatabaseError(
        .migrationOrder,
        "Migrations of \(set.name) must have unique, increasing versions: \(next.version) follows \(previous.version).")
    }
    for entry in applied {
      guard let known = set.migrations.first(where: { $0.version == entry.version }) else {
        throw DatabaseError(
          .migrationUnknown,
          """
          The database has migration \(entry.version) (\(entry.name)) of \(set.name), which this program does not know: \
          it was migrated by a newer one.
          """)
      }
      guard checksum(of: known) == entry.checksum else {
        throw DatabaseError(
          .migrationEdited,
          "Migration \(known.version) (\(known.name)) of \(set.name) was edited after it was applied; add another.")
      }
    }
    let versions = Set(applied.map(\.version))
    let pending = set.migrations.filter { !versions.contains($0.version) }
    if let first = pending.first, let last = versions.max(), first.version < last {
      throw DatabaseError(
        .migrationOrder,
        "Migration \(first.version) (\(first.name)) of \(set.name) comes before \(last), which is applied already.")
    }
    return pending
  }
}
