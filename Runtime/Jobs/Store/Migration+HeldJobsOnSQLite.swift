import Database

extension Migration {
  /// The index of the jobs that a pause holds, for SQLite. Postgres has it since version 9.
  ///
  /// A resumption that was interrupted leaves held jobs on SQLite too, and each renewal looks for them.
  static let heldJobsOnSQLite = Migration(
    version: 10, name: "held on SQLite",
    sqlite: "CREATE INDEX swiftlet_jobs_held ON swiftlet_jobs (name) WHERE state = 'held';",
    postgres: "")
}
