/// The SQL of an engine. The raw values are sent to workers.
public enum SQLDialect: String, Sendable, Hashable, Codable {
  /// SQLite's, with `?` placeholders.
  case sqlite
  /// Postgres', with `$1` placeholders.
  case postgres
}
