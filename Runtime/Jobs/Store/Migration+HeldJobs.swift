import Database

extension Migration {
  /// The index of the jobs that a pause holds, for Postgres. SQLite has it since version 10.
  static let heldJobs = Migration(
    version: 9, name: "held jobs",
    sqlite: "",
    postgres: "CREATE INDEX jobs_held ON swiftlet.jobs (name) WHERE state = 'held';")
}
