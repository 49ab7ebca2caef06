import Database

extension Migration {
  /// The index of the jobs that a pause holds, for Postgres. SQLite has it since version 10.
  static let heldJobs = Migration(
    version: 9, name: "held jobs",
    sqlite: "",
    postgres: "CREATE INDEX jobs_held ON swiftlet.jobs (name) WHERE state = 'held';")

  /// The same index for SQLite: an interrupted resumption leaves held jobs there too, and each renewal looks for them.
  static let heldJobsOnSQLite = Migration(
    version: 10, name: "held on SQLite",
    sqlite: "CREATE INDEX swiftlet_jobs_held ON swiftlet_jobs (name) WHERE state = 'held';",
    postgres: "")
}
