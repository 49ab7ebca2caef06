package import Database

extension MigrationSet {
  /// The tables of the console: the actions of its sessions, and the groups of errors that are marked as resolved.
  package static let console = MigrationSet(
    name: "swiftlet_console",
    [
      Migration(
        version: 1, name: "actions",
        sqlite: """
          CREATE TABLE swiftlet_console_actions (
            id INTEGER PRIMARY KEY,
            acted_at TEXT NOT NULL,
            session TEXT NOT NULL,
            role TEXT NOT NULL,
            section TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL,
            number INTEGER NOT NULL,
            failure TEXT
          ) STRICT;
          """,
        postgres: """
          CREATE TABLE swiftlet.console_actions (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            acted_at TIMESTAMPTZ NOT NULL,
            session TEXT NOT NULL,
            role TEXT NOT NULL,
            section TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL,
            number BIGINT NOT NULL,
            failure TEXT
          );
          """),
      Migration(
        version: 2, name: "resolved errors",
        sqlite: """
          CREATE TABLE swiftlet_console_resolved_errors (
            id TEXT PRIMARY KEY,
            version TEXT NOT NULL,
            seen TEXT NOT NULL,
            resolved_at TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          """,
        postgres: """
          CREATE TABLE swiftlet.console_resolved_errors (
            id TEXT PRIMARY KEY,
            version TEXT NOT NULL,
            seen TEXT NOT NULL,
            resolved_at TIMESTAMPTZ NOT NULL
          );
          """),
    ])
}
