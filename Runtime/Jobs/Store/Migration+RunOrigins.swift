import Database

extension Migration {
  /// The index that finds the ended jobs of the run that enqueued them.
  ///
  /// The queue has none: each claim would write it. A search there reads the rows since the run began.
  static let runOrigins = Migration(
    version: 6, name: "run origins",
    sqlite: """
      CREATE INDEX swiftlet_job_runs_by_origin ON swiftlet_job_runs (origin ->> 'id') WHERE origin IS NOT NULL;
      """,
    postgres: """
      CREATE INDEX job_runs_by_origin ON swiftlet.job_runs ((origin::json ->> 'id')) WHERE origin IS NOT NULL;
      """)
}
