package import Edge

/// The form of ``MigrationSet`` in a manifest.
package struct ManifestMigrations: Codable, Sendable, Hashable {
  private struct Step: Codable, Sendable, Hashable {
    var version: Int
    var name: String
    var isBreaking: Bool
    var sqlite: String
    /// The text for Postgres; nil if it is that for SQLite.
    var postgres: String?

    enum CodingKeys: String, CodingKey {
      case version, name
      case isBreaking = "breaking"
      case sqlite, postgres
    }
  }

  /// The set's name in the database's records.
  package var name: String
  private var steps: [Step]
  private var tablesOnSQLiteAlone: [String]

  package init(_ set: MigrationSet) {
    name = set.name
    steps = set.migrations.map {
      let (sqlite, postgres) = ($0.text(for: .sqlite), $0.text(for: .postgres))
      return Step(
        version: $0.version, name: $0.name, isBreaking: $0.isBreaking, sqlite: sqlite,
        postgres: postgres == sqlite ? nil : postgres)
    }
    tablesOnSQLiteAlone = set.tablesOnSQLiteAlone.sorted()
  }

  package var set: MigrationSet {
    let migrations = steps.map {
      Migration(
        version: $0.version, name: $0.name, breaking: $0.isBreaking, sqlite: $0.sqlite,
        postgres: $0.postgres ?? $0.sqlite)
    }
    return MigrationSet(name: name, migrations, tablesOnSQLiteAlone: Set(tablesOnSQLiteAlone))
  }

  private enum CodingKeys: String, CodingKey {
    case name, steps
    case tablesOnSQLiteAlone = "tables_on_sqlite_alone"
  }
}
