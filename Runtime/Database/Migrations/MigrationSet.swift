/// Migrations that share one sequence of versions: the host's, the apps', or an author's own.
public struct MigrationSet: Sendable, Hashable {
  /// The set's name in the database's records.
  public let name: String

  /// The migrations in order of their versions.
  public let migrations: [Migration]

  /// The tables that the migrations make on SQLite alone, since Postgres needs none for the same purpose.
  public let tablesOnSQLiteAlone: Set<String>

  /// A set of migrations.
  ///
  /// - Parameters:
  ///   - name: The set's name.
  ///   - migrations: The migrations, their versions unique and increasing. Applying
  ///     others throws ``DatabaseError/Code/migrationOrder``.
  ///   - tablesOnSQLiteAlone: The tables that the migrations make on SQLite alone.
  public init(name: String, _ migrations: [Migration], tablesOnSQLiteAlone: Set<String> = []) {
    self.name = name
    self.migrations = migrations
    self.tablesOnSQLiteAlone = tablesOnSQLiteAlone
  }
}
