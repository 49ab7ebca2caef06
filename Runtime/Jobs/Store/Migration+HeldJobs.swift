import Database

extension Migration {
  /// The index of the jobs that a pause holds. SQLite has one writer, and looks for none that a resumption has missed.
  static let heldJobs = Migration(
    version: 9, name: "held jobs",
    sqlite: "",
    postgres: "CREATE INDEX jobs_held ON swiftlet.jobs (name) WHERE state = 'held';")
}
