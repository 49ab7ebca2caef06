import Database

extension Migration {
  /// The index that finds the last try of a job.
  ///
  /// On Postgres an index of the job's id alone lets the planner read the whole history backwards for
  /// `ORDER BY id DESC LIMIT 1`, which it does while it has no statistics of a table that has just grown. On SQLite
  /// each index ends with the row's id.
  static let runsByJob = Migration(
    version: 8, name: "runs by job",
    sqlite: "",
    postgres: """
      CREATE INDEX job_runs_by_job ON swiftlet.job_runs (job_id, id);
      DROP INDEX swiftlet.job_runs_by_job_id;
      """)
}
