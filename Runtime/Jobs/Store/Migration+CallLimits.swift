import Database

extension Migration {
  /// The uses of shared rate limits, a row for each key that is not full. A crash of the server may lose them. On
  /// SQLite one host counts in memory.
  static let callLimits = Migration(
    version: 4, name: "call limits",
    sqlite: "",
    postgres: """
      CREATE UNLOGGED TABLE swiftlet.call_limits (
        key TEXT PRIMARY KEY,
        full_at BIGINT NOT NULL,
        granted BIGINT NOT NULL
      ) WITH (fillfactor = 70);
      """)
}
