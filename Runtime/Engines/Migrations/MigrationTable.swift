import Database
import FoundationEssentials

/// The table of a database's applied migrations, in an engine's SQL.
struct MigrationTable {
  let dialect: SQLDialect

  /// A script that lets one process at a time migrate; `nil` for SQLite, which has one writer.
  var lock: String? {
    switch dialect {
    case .sqlite: nil
    // "swiftlet" in ASCII.
    case .postgres: "SELECT pg_advisory_xact_lock(8320234725351122292)"
    }
  }

  /// Returns a row if there is the table. Without it no migration was applied.
  var lookup: SQL {
    switch dialect {
    case .sqlite: "SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = 'swiftlet_migrations'"
    case .postgres: "SELECT 1 AS one WHERE to_regclass('swiftlet.migrations') IS NOT NULL"
    }
  }

  var creation: String {
    switch dialect {
    case .sqlite:
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
    case .postgres:
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
    }
  }

  /// Returns a row for each recorded migration of a set, in order.
  func records(of set: MigrationSet) -> SQL {
    "SELECT version, name, checksum, breaking FROM \(name) WHERE set_name = \(set.name) ORDER BY version"
  }

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
