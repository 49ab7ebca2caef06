import Database

/// A run that uses the queue.
protocol JobOriginating: Sendable {
  var jobOrigin: JobOrigin { get }

  /// Enqueues jobs of one function, and records that as a step of the run. The statements of `enqueue` are part of the
  /// step.
  func recordingEnqueue(
    of jobs: [NewJob], in transaction: Transaction, _ enqueue: (Transaction) async throws -> [EnqueuedJob]
  ) async throws -> [EnqueuedJob]

  func databaseTime<T>(_ body: () async throws -> T) async throws -> T
}
