import Database

/// A run that uses the queue.
protocol JobOriginating: Sendable {
  /// The origin that its jobs carry.
  var jobOrigin: JobOrigin { get }

  /// Enqueues jobs of one function, and records that as a step of the run.
  ///
  /// - Parameter enqueue: writes the jobs in the transaction that it gets, whose statements are part of the step.
  func recordingEnqueue(
    of jobs: [NewJob], in transaction: Transaction, _ enqueue: (Transaction) async throws -> [EnqueuedJob]
  ) async throws -> [EnqueuedJob]

  /// Counts the time of a body as the database's.
  func databaseTime<T>(_ body: () async throws -> T) async throws -> T
}
