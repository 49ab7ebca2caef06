import Crypto
import Foundation

/// What a database remembers of a set of migrations, compared with what the program knows.
struct MigrationHistory {
  struct Entry: Equatable {
    let version: Int
    let name: String
    let checksum: String
  }

  let set: MigrationSet
  let dialect: SQLDialect

  /// Makes the table unless it is there.
  static func createTable(_ dialect: SQLDialect) -> String {
    switch dialect {
    case .sqlite:
      """
      CREATE TABLE IF NOT EXISTS swiftlet_migrations (
        set_name TEXT NOT NULL,
        version BIGINT NOT NULL,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at TEXT NOT NULL,
        PRIMARY KEY (set_name, version)
      )
      """
    case .postgres:
      // In a schema of its own: PostgREST shows what is in `public`.
      """
      CREATE SCHEMA IF NOT EXISTS swiftlet;
      CREATE TABLE IF NOT EXISTS swiftlet.migrations (
        set_name text NOT NULL,
        version bigint NOT NULL,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL,
        PRIMARY KEY (set_name, version)
      );
      """
    }
  }

  /// Lets one process at a time migrate; `nil` where one writes at a time anyway. A script, because it may have to wait.
  static func lock(_ dialect: SQLDialect) -> String? {
    switch dialect {
    case .sqlite: nil
    // "swiftlet" in ASCII.
    case .postgres: "SELECT pg_advisory_xact_lock(8320234725351122292)"
    }
  }

  /// Returns a row when the table of migrations is there.
  static func findTable(_ dialect: SQLDialect) -> SQL {
    switch dialect {
    case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'swiftlet_migrations'"
    case .postgres: "SELECT 1 AS name WHERE to_regclass('swiftlet.migrations') IS NOT NULL"
    }
  }

  private var table: SQL {
    switch dialect {
    case .sqlite: "swiftlet_migrations"
    case .postgres: "swiftlet.migrations"
    }
  }

  var select: SQL {
    "SELECT version, name, checksum FROM \(table) WHERE set_name = \(set.name) ORDER BY version"
  }

  /// Remembers that a migration was applied.
  func insert(_ migration: Migration, at date: Date) -> SQL {
    """
    INSERT INTO \(table) (set_name, version, name, checksum, applied_at)
    VALUES (\(set.name), \(migration.version), \(migration.name), \(checksum(of: migration)), \(date))
    """
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
