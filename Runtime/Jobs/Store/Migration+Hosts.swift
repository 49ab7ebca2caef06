import Database

extension Migration {
  /// The table of the hosts that announced themselves.
  static let hosts = Migration(
    version: 2, name: "hosts",
    sqlite: """
      CREATE TABLE swiftlet_hosts (
        id TEXT PRIMARY KEY,
        started_at TEXT NOT NULL,
        seen_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: """
      CREATE TABLE swiftlet.hosts (
        id TEXT PRIMARY KEY,
        started_at TIMESTAMPTZ NOT NULL,
        seen_at TIMESTAMPTZ NOT NULL
      );
      """)
}
