import Logging

extension Job {
  /// The job that keeps the history of all jobs from growing for ever: `prune_history`.
  ///
  /// A host has it with these defaults unless the application lists a job of that name.
  ///
  /// - Parameters:
  ///   - schedule: when it runs.
  ///   - age: runs that ended longer ago are deleted.
  ///   - count: of each job, no more than the last so many runs are kept.
  public static func pruneHistory(
    every schedule: String = "17 3 * * *", olderThan age: Duration = .seconds(30 * 86_400), keeping count: Int = 10_000
  ) -> Job {
    Job("prune_history", every: schedule, olderThan: age) { context, age in
      let deleted = try await context.jobs.pruneHistory(olderThan: age, keeping: count)
      context.logger.info("Pruned the history of the jobs", metadata: ["deleted": "\(deleted)"])
    }
  }
}
