/// A step that brings a database's schema from one version to the next. Once applied anywhere it is never edited.
public struct Migration: Sendable, Hashable {
  /// Its place in the order: greater than those before it.
  public let version: Int

  /// What it does, in a word or two.
  public let name: String

  /// Whether programs of earlier versions fail on the schema that it leaves.
  ///
  /// A migration that only adds is not breaking: a table, an index, a column that has a default or may be null. One that
  /// drops, renames or restricts what an earlier version uses is. The database records this with the migration, where a
  /// program that does not know the migration reads it.
  public let isBreaking: Bool

  private let sqlite: String
  private let postgres: String

  /// A migration whose text serves every engine.
  ///
  /// - Parameters:
  ///   - version: Its place in the order.
  ///   - name: What it does, in a word or two.
  ///   - breaking: Whether programs of earlier versions fail on the schema that it leaves.
  ///   - sql: Statements separated by semicolons.
  public init(version: Int, name: String, breaking: Bool = false, sql: String) {
    self.init(version: version, name: name, breaking: breaking, sqlite: sql, postgres: sql)
  }

  /// A migration with a text for each engine.
  ///
  /// - Parameters:
  ///   - version: Its place in the order.
  ///   - name: What it does, in a word or two.
  ///   - breaking: Whether programs of earlier versions fail on the schema that it leaves.
  ///   - sqlite: Statements for SQLite, separated by semicolons.
  ///   - postgres: Statements for Postgres, separated by semicolons.
  public init(version: Int, name: String, breaking: Bool = false, sqlite: String, postgres: String) {
    self.version = version
    self.name = name
    isBreaking = breaking
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
