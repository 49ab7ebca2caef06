package import Database

extension MigrationSet {
  /// The tables by which the hosts of one Postgres ask each other. A crash of the server may lose the rows, and a host asks again in the next
  /// second: the tables are not logged. On SQLite one host has all there is, and asks no other.
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
