/// A step that brings a database's schema from one version to the next. Once applied anywhere it is never edited.
public struct Migration: Sendable, Hashable {
  /// Its place in the order: greater than those before it.
  public let version: Int

  /// What it does, in a word or two.
  public let name: String

  private let sqlite: String
  private let postgres: String

  /// A migration whose text serves every engine.
  ///
  /// - Parameters:
  ///   - version: Its place in the order.
  ///   - name: What it does, in a word or two.
  ///   - sql: Statements separated by semicolons.
  public init(version: Int, name: String, sql: String) {
    self.init(version: version, name: name, sqlite: sql, postgres: sql)
  }

  /// A migration with a text for each engine.
  ///
  /// - Parameters:
  ///   - version: Its place in the order.
  ///   - name: What it does, in a word or two.
  ///   - sqlite: Statements for SQLite, separated by semicolons.
  ///   - postgres: Statements for Postgres, separated by semicolons.
  public init(version: Int, name: String, sqlite: String, postgres: String) {
    self.version = version
    self.name = name
    self.sqlite = sqlite
    self.postgres = postgres
  }

  /// The statements for an engine.
  ///
  /// - Parameter dialect: The engine's SQL.
  /// - Returns: The script.
  public func text(for dialect: SQLDialect) -> String {
    switch dialect {
    case .sqlite: sqlite
    case .postgres: postgres
    }
  }
}

/// Migrations that belong together and are numbered together: the host's, the apps', an author's own.
public struct MigrationSet: Sendable, Hashable {
  /// The set's name, under which the database remembers what was applied.
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
