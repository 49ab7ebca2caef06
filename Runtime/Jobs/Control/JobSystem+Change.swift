import Database
import Edge
import Foundation

extension JobSystem {
  /// The number of jobs in one batch of a change. Other transactions can write between two batches.
  private static let batch = 200

  /// Counts the jobs that a change selects.
  func matching(_ change: JobCommand.Change) async throws -> JobCommand.Matching {
    try check(change)
    let groups = try await store.matching(change)
    return JobCommand.Matching(count: groups.reduce(0) { $0 + $1.count }, groups: groups)
  }

  /// Performs a change on the first batch of jobs that it selects.
  func perform(_ change: JobCommand.Change) async throws -> JobCommand.Changed {
    try check(change)
    let (ids, done) = try await store.transaction { [store, registry] transaction in
      let ids = try await store.ids(of: change, limit: Self.batch, in: transaction)
      var done = 0
      for id in ids {
        do {
          try await transaction.savepoint {
            try await Self.perform(change.action, on: id, store, registry, in: transaction)
          }
          done += 1
        } catch is FunctionError {
          // The job started meanwhile, or another job has its key.
        }
      }
      return (ids, done)
    }
    switch change.action {
    case .retry: signals.enqueued(since: nil)
    case .cancel: signals.cancelled()
    case .discard: break
    }
    return JobCommand.Changed(
      done: done, skipped: ids.count - done, next: ids.count == Self.batch ? ids.last : nil)
  }

  /// - Throws: `FunctionError` for a job whose state no longer allows the action.
  private static func perform(
    _ action: JobCommand.Action, on id: Int64, _ store: JobStore, _ registry: JobRegistry, in transaction: Transaction
  ) async throws {
    let isDone =
      switch action {
      case .retry:
        try await store.retry(id, attempts: { registry.policy(of: $0).attempts }, in: transaction) != nil
      case .cancel: try await store.cancel(id, because: "it was cancelled by hand", in: transaction) != .notFound
      case .discard: try await store.discard(id, because: "it was discarded by hand", in: transaction) != nil
      }
    guard isDone else { throw FunctionError.notFound("JOB_NOT_FOUND", "There is no unfinished or dead job \(id)") }
  }

  private func check(_ change: JobCommand.Change) throws(FunctionError) {
    let states = change.action.states
    if let state = change.state, !states.contains(state) {
      throw .validation(
        "jobs \(change.action.rawValue) takes no jobs in the state \(state); it takes: \(states.joined(separator: ", "))"
      )
    }
    guard change.name != nil || change.state != nil || change.since != nil || change.error != nil else {
      throw .validation("No job is chosen: give an id, or one of --job, --state, --since and --error")
    }
  }
}
