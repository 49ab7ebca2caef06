/// An implementation of the queue. Functions use ``JobQueue``, which wraps an engine. All calls throw `DatabaseError`.
public protocol QueueEngine: Sendable {
  /// Writes jobs into the queue's table. For a job whose key is taken, the existing job is returned.
  ///
  /// - Returns: the jobs, in order.
  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob]

  /// The state of a job; nil if no job has that id, or its history was pruned.
  func status(of id: Int64) async throws -> JobStanding?

  /// Cancels a job. A job that waits or is dead ends; a running job is cancelled by its host.
  func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult

  /// Deletes runs that ended longer ago than `age`, and all but the last `count` runs of each job.
  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int
}
