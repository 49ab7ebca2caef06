/// The SQL of an engine.
public enum SQLDialect: Sendable, Hashable {
  /// SQLite's, with `?` placeholders.
  case sqlite
  /// Postgres', with `$1` placeholders.
  case postgres
}
