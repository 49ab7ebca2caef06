import Edge

/// The queue of a host that has none.
struct NoQueue: QueueEngine {
  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] {
    throw FunctionError.notConnected("There is no queue")
  }

  func status(of id: Int64) async throws -> JobStanding? { nil }

  func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult { .notFound }

  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int { 0 }
}
