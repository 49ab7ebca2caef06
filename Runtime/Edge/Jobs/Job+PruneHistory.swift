import Logging

extension Job {
  /// The job `prune_history`, which deletes old history of all jobs.
  ///
  /// A host runs it with these defaults, unless the application lists a job of that name.
  ///
  /// - Parameters:
  ///   - schedule: its schedule.
  ///   - age: the age, since their end, from which runs are deleted.
  ///   - count: the most runs to keep of each job.
  public static func pruneHistory(
    every schedule: String = "17 3 * * *", olderThan age: Duration = .seconds(30 * 86_400), keeping count: Int = 10_000
  ) -> Job {
    Job("prune_history", every: schedule, olderThan: age) { context, age in
      let deleted = try await context.jobs.pruneHistory(olderThan: age, keeping: count)
      context.logger.info("Pruned the history of the jobs", metadata: ["deleted": "\(deleted)"])
    }
  }
}
