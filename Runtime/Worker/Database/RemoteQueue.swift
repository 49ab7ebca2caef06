import Channel
import Edge

/// The queue of a worker. Jobs are enqueued in transactions of the host, with the call as their origin.
package struct RemoteQueue: QueueEngine {
  private let call: CallChannel

  package init(_ call: CallChannel) { self.call = call }

  package func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] {
    let remote = try transaction.remote()
    return try await remote.ask(.enqueue(jobs, in: remote.id))
  }

  package func status(of id: Int64) async throws -> JobStanding? {
    try await call.askDatabase(.jobStatus(id))
  }

  package func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult {
    let remote = try transaction.remote()
    return try await remote.ask(.cancelJob(id, in: remote.id))
  }

  package func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int {
    try await call.askDatabase(.pruneHistory(olderThan: age, keeping: count))
  }
}
