import Database
import FoundationEssentials

/// The table of a database's applied migrations, in an engine's SQL.
struct MigrationTable {
  /// The format of the table in a database.
  enum Format {
    /// There is no table, so no migration was applied.
    case none
    /// The first format, which does not record whether a migration is breaking.
    case first
    /// The format of this program. Programs of the first format read and write it too: they name the columns they use,
    /// and the column they do not know has a default.
    case current
  }

  let dialect: SQLDialect

  /// A script that lets one process at a time migrate; `nil` for SQLite, which has one writer.
  var lock: String? {
    switch dialect {
    case .sqlite: nil
    // "swiftlet" in ASCII.
    case .postgres: "SELECT pg_advisory_xact_lock(8320234725351122292)"
    }
  }

  /// Returns a row for each column, with its `name`; none when there is no table.
  var columns: SQL {
    switch dialect {
    case .sqlite: "SELECT name FROM pragma_table_info('swiftlet_migrations')"
    case .postgres:
      """
      SELECT attname::text AS name FROM pg_attribute
      WHERE attrelid = to_regclass('swiftlet.migrations') AND attnum > 0 AND NOT attisdropped
      """
    }
  }

  /// Tells the format from the rows of ``columns``.
  func format(_ columns: [Row]) throws(DatabaseError) -> Format {
    var names: Set<String> = []
    for column in columns { names.insert(try column.get("name")) }
    if names.isEmpty { return .none }
    return names.contains("breaking") ? .current : .first
  }

  /// A script that brings the table to the current format; `nil` if it has that format.
  func upgrade(from format: Format) -> String? {
    switch (format, dialect) {
    case (.current, _): nil
    case (.none, .sqlite):
      """
      CREATE TABLE IF NOT EXISTS swiftlet_migrations (
        set_name TEXT NOT NULL,
        version BIGINT NOT NULL,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at TEXT NOT NULL,
        breaking BOOLEAN NOT NULL DEFAULT 0,
        PRIMARY KEY (set_name, version)
      )
      """
    case (.none, .postgres):
      // In a schema of its own, since PostgREST serves the tables of `public`.
      """
      CREATE SCHEMA IF NOT EXISTS swiftlet;
      CREATE TABLE IF NOT EXISTS swiftlet.migrations (
        set_name text NOT NULL,
        version bigint NOT NULL,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL,
        breaking boolean NOT NULL DEFAULT false,
        PRIMARY KEY (set_name, version)
      );
      """
    case (.first, .sqlite): "ALTER TABLE swiftlet_migrations ADD COLUMN breaking BOOLEAN NOT NULL DEFAULT 0"
    case (.first, .postgres): "ALTER TABLE swiftlet.migrations ADD COLUMN breaking boolean NOT NULL DEFAULT false"
    }
  }

  /// Returns a row for each recorded migration of a set, in order.
  func records(of set: MigrationSet, in format: Format) -> SQL {
    let breaking: SQL = format == .current ? "breaking" : "0 AS breaking"
    return "SELECT version, name, checksum, \(breaking) FROM \(name) WHERE set_name = \(set.name) ORDER BY version"
  }

  /// Records that a migration was applied.
  func insert(_ record: MigrationRecord, of set: MigrationSet, at date: Date) -> SQL {
    """
    INSERT INTO \(name) (set_name, version, name, checksum, breaking, applied_at)
    VALUES (\(set.name), \(record.version), \(record.name), \(record.checksum), \(record.isBreaking), \(date))
    """
  }

  private var name: SQL {
    switch dialect {
    case .sqlite: "swiftlet_migrations"
    case .postgres: "swiftlet.migrations"
    }
  }
}
