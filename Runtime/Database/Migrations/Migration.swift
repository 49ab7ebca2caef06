/// A step that brings a database's schema from one version to the next. Its text never changes once it has been
/// applied.
public struct Migration: Sendable, Hashable {
  /// The place in the order: greater than the versions before it.
  public let version: Int

  /// A word or two about the change.
  public let name: String

  /// Whether programs of earlier versions fail on the new schema.
  ///
  /// A migration is not breaking if it only adds: a table, an index, a column that has a default or may be null. It is
  /// breaking if it drops, renames or restricts something that an earlier version uses. The database records this, so
  /// that a program that does not know the migration can read it.
  public let isBreaking: Bool

  private let sqlite: String
  private let postgres: String

  /// A migration with one text for all engines.
  ///
  /// - Parameters:
  ///   - version: The place in the order.
  ///   - name: A word or two about the change.
  ///   - breaking: Whether programs of earlier versions fail on the new schema.
  ///   - sql: Statements separated by semicolons.
  public init(version: Int, name: String, breaking: Bool = false, sql: String) {
    self.init(version: version, name: name, breaking: breaking, sqlite: sql, postgres: sql)
  }

  /// A migration with a text for each engine.
  ///
  /// - Parameters:
  ///   - version: The place in the order.
  ///   - name: A word or two about the change.
  ///   - breaking: Whether programs of earlier versions fail on the new schema.
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
