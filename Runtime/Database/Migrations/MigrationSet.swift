/// Migrations that belong together and are numbered together: the host's, the apps', an author's own.
public struct MigrationSet: Sendable, Hashable {
  /// The set's name, under which the database records what was applied.
  public let name: String

  /// The migrations in order of their versions.
  public let migrations: [Migration]

  /// The tables that only SQLite needs, for what Postgres does without one: no project's own database has to have them.
  public let tablesOnSQLiteAlone: Set<String>

  /// A set of migrations.
  ///
  /// - Parameters:
  ///   - name: The set's name.
  ///   - migrations: The migrations, their versions unique and increasing.
  ///   - tablesOnSQLiteAlone: The tables that only SQLite needs.
  public init(name: String, _ migrations: [Migration], tablesOnSQLiteAlone: Set<String> = []) {
    self.name = name
    self.migrations = migrations
    self.tablesOnSQLiteAlone = tablesOnSQLiteAlone
  }
}
