import Swiftlet

/// The package's own tables, beside those of the host: `serve` creates what the database lacks.
let migrations = MigrationSet(
  name: "own-package",
  [
    Migration(
      version: 1, name: "work",
      sql: """
        CREATE TABLE work (
          id TEXT PRIMARY KEY,
          note TEXT,
          is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE spans (
          id INTEGER PRIMARY KEY,
          work_id TEXT NOT NULL REFERENCES work (id) ON DELETE CASCADE,
          job_id INTEGER NOT NULL,
          attempt INTEGER NOT NULL,
          pid INTEGER NOT NULL,
          started_at TEXT NOT NULL,
          finished_at TEXT
        ) STRICT;
        CREATE INDEX spans_of_work ON spans (work_id);
        CREATE INDEX spans_of_job ON spans (job_id);

        CREATE TABLE ticks (
          id INTEGER PRIMARY KEY,
          job TEXT NOT NULL,
          job_id INTEGER NOT NULL,
          scheduled_at TEXT NOT NULL,
          attempt INTEGER NOT NULL,
          pid INTEGER NOT NULL,
          at TEXT NOT NULL
        ) STRICT;
        """)
  ])
