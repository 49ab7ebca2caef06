import Foundation

/// The durable queue: what a handler puts into it runs at least once, on some host, also if this one dies.
///
/// ```swift
/// try await context.database.transaction { transaction in
///   …
///   try await context.jobs.enqueue(notifyMatch, Match(session: id), in: transaction)
/// }
/// ```
public struct JobQueue: Sendable {
  private let engine: any QueueEngine
  private let database: Database
  /// The run that uses it; nil for the program itself.
  private var caller: Invocation?

  /// A queue on an engine.
  public init(_ engine: any QueueEngine, database: Database) {
    self.engine = engine
    self.database = database
  }

  /// The same queue, as a run uses it: the jobs that it enqueues carry the run's id, function and user.
  func used(by invocation: Invocation) -> JobQueue {
    var copy = self
    copy.caller = invocation
    return copy
  }

  /// Deletes old history, in bounded batches, and keys whose period is over (``UniqueKeys``).
  ///
  /// Jobs that wait, run or are dead are no history.
  ///
  /// - Parameters:
  ///   - age: what ended longer ago is deleted.
  ///   - count: of each job, no more than the last so many runs are kept.
  /// - Returns: how many rows were deleted.
  /// - Throws: `DatabaseError`; `CancellationError` between two batches.
  @discardableResult
  public func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int {
    try await engine.pruneHistory(olderThan: age, keeping: max(0, count))
  }

  /// How a job stands.
  ///
  /// - Parameter id: the job's id, as ``EnqueuedJob/id`` gave it.
  /// - Returns: nil if no job has that id, or its history was pruned.
  /// - Throws: `DatabaseError`.
  public func status(_ id: Int64) async throws -> JobStanding? { try await engine.status(of: id) }

  /// Cancels a job. One that waits ends at once. One that runs has its handler's task cancelled, and is not tried again.
  ///
  /// - Parameter id: the job's id, as ``EnqueuedJob/id`` gave it.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func cancel(_ id: Int64) async throws -> CancelResult {
    try await database.transaction { try await cancel(id, in: $0) }
  }

  /// Cancels a job within a transaction: if and only if the transaction commits.
  @discardableResult
  public func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult {
    try await engine.cancel(id, in: transaction)
  }

  /// Puts a function into the queue, with the caller's run as its origin.
  func put<Input: Sendable>(
    _ function: Function<ServiceAccess, Input>, _ payload: (bytes: [UInt8], key: String?), at date: Date?,
    priority: Int, in transaction: Transaction
  ) async throws -> EnqueuedJob {
    let jobs = try await put(function, each: [payload], at: date, priority: priority, in: transaction)
    guard let job = jobs.first else { throw FunctionError.notConnected("The queue took no job of \(function.name)") }
    return job
  }

  /// Puts a function into the queue once for each payload, with the caller's run as the jobs' origin.
  func put<Input: Sendable>(
    _ function: Function<ServiceAccess, Input>, each payloads: [(bytes: [UInt8], key: String?)], at date: Date?,
    priority: Int, in transaction: Transaction
  ) async throws -> [EnqueuedJob] {
    let origin = caller.map(JobOrigin.init)
    let jobs = try payloads.map { payload throws(FunctionError) in
      try NewJob(
        function: function.name, payload: payload.bytes, policy: function.traits.queue, runAt: date,
        priority: priority, key: payload.key, origin: origin)
    }
    return try await engine.enqueue(jobs, in: transaction)
  }

  /// Runs a body in a transaction of its own.
  func transaction<T: Sendable>(_ body: @escaping @Sendable (Transaction) async throws -> T) async throws -> T {
    try await database.transaction(body)
  }
}
