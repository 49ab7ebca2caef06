import Edge
import Jobs

/// A reader of the tables `[jobs.<name>]` and of `[retention]` in `config.toml`.
struct JobTables {
  let reader: TablesReader

  /// The overrides of `[jobs.*]`, by name, and the days of `[retention]` for the job that removes history.
  ///
  /// - Parameter known: the application's jobs; other names give a warning.
  func jobs(known: Set<String>?) throws(Failure) -> [String: JobOverride] {
    var jobs: [String: JobOverride] = [:]
    try reader.readEach(of: "jobs", keys: KnownKeys.job) { section throws(Failure) in
      section.warn(ofUnknown: "job", among: known)
      var job = JobOverride()
      job.schedule = try section.read("schedule", .schedule)
      job.timeZone = try section.read("time_zone", .timeZone)
      job.enabled = try section.read("enabled", .flag)
      job.catchUp = try section.read("catch_up", .catchUp)
      job.overlap = try section.read("overlap", .word)
      job.retries = try section.read("retries", .integer(0...QueuePolicy.maximumAttempts - 1))
      job.olderThan = try section.read("older_than", .seconds(60...315_360_000)).map { .seconds($0) }
      jobs[section.member] = job
    }
    let days = try retention()
    if !days.isEmpty { jobs[Job.pruneHistory().name, default: JobOverride()].days = days }
    return jobs
  }

  /// The days by kind of history. The registry of jobs knows the kinds.
  private func retention() throws(Failure) -> [String: Int] {
    var days: [String: Int] = [:]
    let file = reader.file
    try file.readEach(of: try file.table("retention")) { (kind, node) throws(Failure) in
      let range = 1...36_500
      guard case .integer(let number) = node, range.contains(number) else {
        throw file.refusal(
          "[retention] \(kind)", node, expected: "days from \(range.lowerBound) to \(range.upperBound)")
      }
      days[kind] = number
      reader.note(
        ConfigurationEntry(
          key: "retention.\(kind)", value: "\(number)", origin: "\(file.name) [retention] \(kind)", isSecret: false))
    }
    return days
  }
}
