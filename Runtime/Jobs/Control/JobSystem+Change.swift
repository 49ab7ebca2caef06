import Database
import Edge
import FoundationEssentials

extension JobSystem {
  /// The number of jobs in one batch of a change. Other transactions can write between two batches.
  private static let batch = 1000

  /// The time for which jobs are counted. A count that takes longer ends with the jobs that were found so far.
  private static let countingTime: Duration = .seconds(2)

  /// Counts the jobs that a change selects.
  func matching(
    _ change: JobCommand.Change, within time: Duration = countingTime
  ) async throws -> JobCommand.Matching {
    try await store.matching(try change.conditions(), within: SearchBudget(time))
  }

  /// Performs a change on the first batch of jobs that it selects.
  func perform(_ change: JobCommand.Change) async throws -> JobCommand.Changed {
    let conditions = try change.conditions()
    let (chosen, done) = try await store.transaction { [store, registry] transaction in
      let chosen = try await store.choose(conditions, limit: Self.batch, in: transaction)
      let done =
        switch change.action {
        case .retry, .run:
          try await store.retry(chosen.ids, attempts: { registry.policy(of: $0).attempts }, in: transaction)
        case .cancel: try await store.cancel(chosen.ids, because: "it was cancelled by hand", in: transaction)
        case .discard: try await store.discard(chosen.ids, because: "it was discarded by hand", in: transaction)
        }
      return (chosen, done)
    }
    switch change.action {
    case .retry, .run: signals.enqueued(since: nil)
    case .cancel: signals.cancelled()
    case .discard: break
    }
    return JobCommand.Changed(
      done: done, skipped: chosen.found - chosen.busy - done, busy: chosen.busy, next: chosen.next)
  }
}
