package import Database

extension MigrationSet {
  /// The tables by which the hosts of one Postgres ask each other. They are unlogged: if a crash of the server loses
  /// the rows, the hosts ask again in the next second. A database on SQLite has one host only, so it has no such
  /// tables.
  package static let peers = MigrationSet(
    name: "swiftlet_peers",
    [
      Migration(
        version: 1, name: "questions",
        sqlite: "",
        postgres: """
          CREATE UNLOGGED TABLE swiftlet.console_questions (
            asker TEXT PRIMARY KEY,
            round BIGINT NOT NULL,
            questions TEXT NOT NULL,
            asked_at TIMESTAMPTZ NOT NULL
          ) WITH (fillfactor = 50);
          CREATE UNLOGGED TABLE swiftlet.console_answers (
            asker TEXT NOT NULL,
            host TEXT NOT NULL,
            round BIGINT NOT NULL,
            answers TEXT NOT NULL,
            answered_at TIMESTAMPTZ NOT NULL,
            PRIMARY KEY (asker, host)
          ) WITH (fillfactor = 50);
          """)
    ])
}
