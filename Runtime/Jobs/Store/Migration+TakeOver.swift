import Database

extension Migration {
  /// Columns for lost hosts and for the origin of a job, and the tables of keys that outlast their job and of rates.
  ///
  /// A host of an earlier version still works on the same database: it names the columns that it writes, so the new
  /// ones stay empty. It counts no lost leases, applies no rates, and leaves jobs in ``JobStore/isolationLane`` to
  /// newer hosts.
  static let takeOver = Migration(
    version: 3, name: "take_over",
    sqlite: """
      ALTER TABLE swiftlet_jobs ADD COLUMN lost_leases INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE swiftlet_jobs ADD COLUMN taken_over_from TEXT;
      ALTER TABLE swiftlet_jobs ADD COLUMN origin TEXT;
      CREATE INDEX swiftlet_jobs_dead ON swiftlet_jobs (name) WHERE state = 'dead';

      ALTER TABLE swiftlet_job_runs ADD COLUMN taken_over_from TEXT;
      ALTER TABLE swiftlet_job_runs ADD COLUMN origin TEXT;

      CREATE TABLE swiftlet_job_keys (
        name TEXT NOT NULL,
        unique_key TEXT NOT NULL,
        job_id INTEGER,
        expires_at TEXT NOT NULL,
        PRIMARY KEY (name, unique_key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX swiftlet_job_keys_expired ON swiftlet_job_keys (expires_at);

      CREATE TABLE swiftlet_job_rates (
        name TEXT PRIMARY KEY,
        next_start INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: """
      ALTER TABLE swiftlet.jobs ADD COLUMN lost_leases INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE swiftlet.jobs ADD COLUMN taken_over_from TEXT;
      ALTER TABLE swiftlet.jobs ADD COLUMN origin TEXT;
      CREATE INDEX jobs_dead ON swiftlet.jobs (name) WHERE state = 'dead';

      ALTER TABLE swiftlet.job_runs ADD COLUMN taken_over_from TEXT;
      ALTER TABLE swiftlet.job_runs ADD COLUMN origin TEXT;

      CREATE TABLE swiftlet.job_keys (
        name TEXT NOT NULL,
        unique_key TEXT NOT NULL,
        job_id BIGINT,
        expires_at TIMESTAMPTZ NOT NULL,
        PRIMARY KEY (name, unique_key)
      );
      CREATE INDEX job_keys_expired ON swiftlet.job_keys (expires_at);

      CREATE TABLE swiftlet.job_rates (
        name TEXT PRIMARY KEY,
        next_start BIGINT NOT NULL
      ) WITH (fillfactor = 50);
      """)
}
