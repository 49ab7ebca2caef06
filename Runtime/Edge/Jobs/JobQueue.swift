import FoundationEssentials

/// The durable queue. An enqueued job runs at least once, also if the host that enqueued it dies.
///
/// ```swift
/// try await context.database.transaction { transaction in
///   …
///   try await context.jobs.enqueue(notifyMatch, Match(session: id), in: transaction)
/// }
/// ```
public struct JobQueue: Sendable {
  private let engine: any QueueEngine
  private var database: Database
  /// The run that uses the queue; nil for the program itself.
  private var user: (any JobOriginating)?

  /// Creates a queue on an engine.
  public init(_ engine: any QueueEngine, database: Database) {
    self.engine = engine
    self.database = database
  }

  /// Returns the queue for a run. Its enqueued jobs carry the run's id, function and user.
  func used(by run: any JobOriginating) -> JobQueue {
    var copy = self
    copy.user = run
    return copy
  }

  /// Returns the queue on another view of its database, such as one whose calls share a transaction.
  package func on(_ database: Database) -> JobQueue {
    var copy = self
    copy.database = database
    return copy
  }

  /// Returns the queue on a changed view of its database.
  func on(_ change: (Database) -> Database) -> JobQueue { on(change(database)) }

  /// The origin of enqueued jobs; nil if no run uses the queue.
  var origin: JobOrigin? { user?.jobOrigin }

  /// Deletes old history, and unique keys whose period is over (``UniqueKeys``), in bounded batches.
  ///
  /// Jobs that wait, run or are dead are not part of the history.
  ///
  /// - Parameters:
  ///   - age: the age, since their end, from which runs are deleted; zero or less deletes all of them.
  ///   - count: the most runs to keep of each job; less than 0 counts as 0.
  /// - Returns: the number of deleted runs.
  /// - Throws: `DatabaseError`; `CancellationError` between two batches.
  @discardableResult
  public func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int {
    try await timed { try await engine.pruneHistory(olderThan: age, keeping: max(0, count)) }
  }

  /// Returns the state of a job; nil if no job has the ``EnqueuedJob/id``, or its history was pruned.
  ///
  /// - Throws: `DatabaseError`.
  public func status(_ id: Int64) async throws -> JobStanding? {
    try await timed { try await engine.status(of: id) }
  }

  /// Cancels the job of an ``EnqueuedJob/id``. A waiting job ends at once. A running job has its handler's task
  /// cancelled, and is not tried again.
  ///
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func cancel(_ id: Int64) async throws -> CancelResult {
    try await database.transaction { try await cancel(id, in: $0) }
  }

  /// Cancels a job within a transaction. It is cancelled if and only if the transaction commits.
  ///
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult {
    try await engine.cancel(id, in: transaction)
  }

  package func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] {
    guard let user else { return try await engine.enqueue(jobs, in: transaction) }
    return try await user.recordingEnqueue(of: jobs, in: transaction) { try await engine.enqueue(jobs, in: $0) }
  }

  /// Counts the time of a body as the database's, if a run uses the queue.
  private func timed<T>(_ body: () async throws -> T) async throws -> T {
    guard let user else { return try await body() }
    return try await user.databaseTime(body)
  }

  func transaction<T: Sendable>(_ body: @escaping @Sendable (Transaction) async throws -> T) async throws -> T {
    try await database.transaction(body)
  }
}
