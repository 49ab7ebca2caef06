/// The seam between functions and a queue. Programs use ``JobQueue``, which wraps one.
public protocol QueueEngine: Sendable {
  /// Writes jobs into the queue's table; one whose key is taken is the job that has it.
  ///
  /// - Returns: the jobs in the order in which they were given.
  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob]

  /// The state of a job; nil if no job has that id, or its history was pruned.
  func status(of id: Int64) async throws -> JobStanding?

  /// Cancels a job: one that waits or is dead ends, one that runs is told by its host.
  func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult

  /// Deletes runs that ended longer ago than `age`, and of each job those before the last `count`.
  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int
}
