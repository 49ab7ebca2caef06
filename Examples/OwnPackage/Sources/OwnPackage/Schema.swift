import Swiftlet

/// The package's own tables, beside those of the host: `serve` creates what the database lacks.
let migrations = MigrationSet(
  name: "own-package",
  [
    Migration(
      version: 1, name: "work",
      sqlite: """
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
        """,
      postgres: """
        CREATE TABLE work (
          id UUID PRIMARY KEY,
          note TEXT,
          is_done BOOLEAN NOT NULL DEFAULT FALSE
        );

        CREATE TABLE spans (
          id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          work_id UUID NOT NULL REFERENCES work (id) ON DELETE CASCADE,
          job_id BIGINT NOT NULL,
          attempt INTEGER NOT NULL,
          pid INTEGER NOT NULL,
          started_at TIMESTAMPTZ NOT NULL,
          finished_at TIMESTAMPTZ
        );
        CREATE INDEX spans_of_work ON spans (work_id);
        CREATE INDEX spans_of_job ON spans (job_id);

        CREATE TABLE ticks (
          id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          job TEXT NOT NULL,
          job_id BIGINT NOT NULL,
          scheduled_at TIMESTAMPTZ NOT NULL,
          attempt INTEGER NOT NULL,
          pid INTEGER NOT NULL,
          at TIMESTAMPTZ NOT NULL
        );

        -- PostgREST shows the world what is in `public`, and nobody there has to see these.
        ALTER TABLE work ENABLE ROW LEVEL SECURITY;
        ALTER TABLE spans ENABLE ROW LEVEL SECURITY;
        ALTER TABLE ticks ENABLE ROW LEVEL SECURITY;
        """),
    Migration(
      version: 2, name: "ends of ticks",
      sqlite: "ALTER TABLE ticks ADD COLUMN finished_at TEXT",
      postgres: "ALTER TABLE ticks ADD COLUMN finished_at TIMESTAMPTZ"),
  ])
