import Database

extension Migration {
  /// What a job's row says of hosts that died under it and of the run that enqueued it; keys that outlast their job; starts per second.
  ///
  /// Nothing in it breaks a host of an earlier version on the same database: it names the columns that it writes, so the new ones stay
  /// empty. Until it is replaced it counts no lost leases, knows no rates, and leaves jobs in the lane of what was taken over
  /// (``JobStore/apart``) to newer hosts.
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
