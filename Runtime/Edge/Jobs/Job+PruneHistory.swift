import FoundationEssentials
import Logging

extension Job {
  /// The name of the kind of history that consists of the jobs' runs.
  private static let runs = "job_history"

  /// The job `prune_history`, which deletes old history of all jobs, expired idempotency keys, and the application's
  /// own kinds of history.
  ///
  /// A host runs it with these defaults, unless the application lists a job of that name.
  ///
  /// - Parameters:
  ///   - schedule: its schedule, in one of the forms of ``schedule``, in UTC.
  ///   - age: the age, since their end, from which runs are deleted; in `[retention]` it is `job_history`, in days.
  ///   - count: the most runs to keep of each job; less than 0 counts as 0.
  ///   - kinds: the application's kinds of history. If one of them fails, the others are still removed, and the run
  ///     fails.
  public static func pruneHistory(
    every schedule: String = "17 3 * * *", olderThan age: Duration = .seconds(30 * 86_400), keeping count: Int = 10_000,
    kinds: [Retention] = []
  ) -> Job {
    let defaults = Dictionary(kinds.map { ($0.kind, $0.days) }) { first, _ in first }
    return Job(
      "prune_history", schedule: schedule, olderThan: age, days: defaults, kinds: Set(defaults.keys).union([runs])
    ) { context, ages in
      let age = ages.days[runs].map { Duration.seconds($0 * 86_400) } ?? ages.olderThan ?? age
      let deleted = try await context.jobs.pruneHistory(olderThan: age, keeping: count)
      context.logger.info("Pruned the history of the jobs", metadata: ["deleted": "\(deleted)"])
      var failure: (any Error)?
      for kind in kinds {
        try Task.checkCancellation()
        let end = context.clock.now - TimeInterval(ages.days[kind.kind] ?? kind.days) * 86_400
        do {
          let deleted = try await kind.remove(context, end)
          if deleted > 0 {
            context.logger.info("Pruned", metadata: ["kind": "\(kind.kind)", "deleted": "\(deleted)"])
          }
        } catch {
          context.logger.error("History was not pruned", metadata: ["kind": "\(kind.kind)", "error": "\(error)"])
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    }
  }
}
