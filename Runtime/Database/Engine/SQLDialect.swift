/// The SQL an engine speaks.
public enum SQLDialect: Sendable, Hashable {
  /// SQLite's, with `?` placeholders.
  case sqlite
  /// Postgres', with `$1` placeholders.
  case postgres
}
