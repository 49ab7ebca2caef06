import Database

extension Migration {
  /// The tables of the queue, of the history of runs, and of settings by job name.
  ///
  /// Ended jobs move from the queue to the history, so the queue stays small, and the size of the history does not
  /// affect a claim. Each state has a partial index. On Postgres dead rows of the queue are vacuumed early; it is not
  /// analysed, because statistics would be outdated at once.
  static let jobs = Migration(
    version: 1, name: "jobs",
    sqlite: """
      CREATE TABLE swiftlet_jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('scheduled', 'available', 'held', 'running', 'dead')),
        trigger TEXT NOT NULL CHECK (trigger IN ('schedule', 'enqueue', 'manual')),
        lane TEXT NOT NULL,
        priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
        run_at TEXT NOT NULL,
        scheduled_at TEXT NOT NULL,
        is_late INTEGER NOT NULL DEFAULT 0 CHECK (is_late IN (0, 1)),
        unique_key TEXT,
        payload TEXT NOT NULL,
        attempt INTEGER NOT NULL DEFAULT 0,
        max_attempts INTEGER NOT NULL,
        fence INTEGER NOT NULL DEFAULT 0,
        holder TEXT,
        lease_epoch TEXT,
        lease_until INTEGER,
        started_at TEXT,
        is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
        enqueued_at TEXT NOT NULL,
        CHECK ((state = 'running') = (holder IS NOT NULL)),
        CHECK ((state = 'running') = (lease_until IS NOT NULL))
      ) STRICT;
      CREATE INDEX swiftlet_jobs_available ON swiftlet_jobs (lane, priority, run_at, id) WHERE state = 'available';
      CREATE INDEX swiftlet_jobs_scheduled ON swiftlet_jobs (run_at) WHERE state = 'scheduled';
      CREATE INDEX swiftlet_jobs_running ON swiftlet_jobs (lane, lease_until) WHERE state = 'running';
      CREATE UNIQUE INDEX swiftlet_jobs_ticks ON swiftlet_jobs (name, scheduled_at) WHERE trigger = 'schedule';
      CREATE UNIQUE INDEX swiftlet_jobs_keys ON swiftlet_jobs (name, unique_key)
        WHERE unique_key IS NOT NULL AND state <> 'dead';

      CREATE TABLE swiftlet_job_runs (
        id INTEGER PRIMARY KEY,
        job_id INTEGER,
        name TEXT NOT NULL,
        trigger TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        scheduled_at TEXT NOT NULL,
        is_late INTEGER NOT NULL,
        started_at TEXT,
        finished_at TEXT NOT NULL,
        duration_ms INTEGER,
        outcome TEXT NOT NULL,
        error TEXT,
        next_run_at TEXT,
        is_dead INTEGER NOT NULL DEFAULT 0,
        host TEXT
      ) STRICT;
      CREATE INDEX swiftlet_job_runs_of_job ON swiftlet_job_runs (name, id);
      CREATE INDEX swiftlet_job_runs_by_job_id ON swiftlet_job_runs (job_id);

      CREATE TABLE swiftlet_job_settings (
        name TEXT PRIMARY KEY,
        is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
        definition TEXT,
        last_tick TEXT
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: """
      CREATE TABLE swiftlet.jobs (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('scheduled', 'available', 'held', 'running', 'dead')),
        trigger TEXT NOT NULL CHECK (trigger IN ('schedule', 'enqueue', 'manual')),
        lane TEXT NOT NULL,
        priority SMALLINT NOT NULL CHECK (priority BETWEEN 0 AND 9),
        run_at TIMESTAMPTZ NOT NULL,
        scheduled_at TIMESTAMPTZ NOT NULL,
        is_late SMALLINT NOT NULL DEFAULT 0 CHECK (is_late IN (0, 1)),
        unique_key TEXT,
        payload TEXT NOT NULL,
        attempt INTEGER NOT NULL DEFAULT 0,
        max_attempts INTEGER NOT NULL,
        fence BIGINT NOT NULL DEFAULT 0,
        holder TEXT,
        lease_epoch TEXT,
        lease_until BIGINT,
        started_at TIMESTAMPTZ,
        is_cancelled SMALLINT NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
        enqueued_at TIMESTAMPTZ NOT NULL,
        CHECK ((state = 'running') = (holder IS NOT NULL)),
        CHECK ((state = 'running') = (lease_until IS NOT NULL))
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
        autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_threshold = 2000000000);
      CREATE INDEX jobs_available ON swiftlet.jobs (lane, priority, run_at, id) WHERE state = 'available';
      CREATE INDEX jobs_scheduled ON swiftlet.jobs (run_at) WHERE state = 'scheduled';
      CREATE INDEX jobs_running ON swiftlet.jobs (lane, lease_until) WHERE state = 'running';
      CREATE UNIQUE INDEX jobs_ticks ON swiftlet.jobs (name, scheduled_at) WHERE trigger = 'schedule';
      CREATE UNIQUE INDEX jobs_keys ON swiftlet.jobs (name, unique_key)
        WHERE unique_key IS NOT NULL AND state <> 'dead';

      CREATE TABLE swiftlet.job_runs (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        job_id BIGINT,
        name TEXT NOT NULL,
        trigger TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        scheduled_at TIMESTAMPTZ NOT NULL,
        is_late SMALLINT NOT NULL,
        started_at TIMESTAMPTZ,
        finished_at TIMESTAMPTZ NOT NULL,
        duration_ms BIGINT,
        outcome TEXT NOT NULL,
        error TEXT,
        next_run_at TIMESTAMPTZ,
        is_dead SMALLINT NOT NULL DEFAULT 0,
        host TEXT
      );
      CREATE INDEX job_runs_of_job ON swiftlet.job_runs (name, id);
      CREATE INDEX job_runs_by_job_id ON swiftlet.job_runs (job_id);

      CREATE TABLE swiftlet.job_settings (
        name TEXT PRIMARY KEY,
        is_paused SMALLINT NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
        definition TEXT,
        last_tick TIMESTAMPTZ
      ) WITH (fillfactor = 50);
      """)
}
