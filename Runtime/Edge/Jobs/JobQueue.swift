public import Foundation

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

  /// A queue on an engine.
  public init(_ engine: any QueueEngine, database: Database) {
    self.engine = engine
    self.database = database
  }

  /// Enqueues a function within a transaction: it will run if and only if the transaction commits.
  ///
  /// - Parameters:
  ///   - function: what to run; its rules are those it was declared with (``Function/queued(attempts:backOff:timeout:concurrency:key:)``).
  ///   - input: what to run it with; at most 1 MiB of JSON.
  ///   - date: when to run it; nil: now.
  ///   - priority: 0 to 9; of what is due, lower ones run first.
  ///   - transaction: the caller's transaction.
  /// - Returns: the job, or the unfinished one that has the same key.
  /// - Throws: ``FunctionError`` for an input that is too large or a key of more than 255 bytes; `DatabaseError`.
  @discardableResult
  public func enqueue<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ input: Input, at date: Date? = nil, priority: Int = 5,
    in transaction: Transaction
  ) async throws -> EnqueuedJob {
    let job = try NewJob(
      function: function.name, payload: Wire.encode(input), policy: function.traits.queue, runAt: date,
      priority: priority, key: function.uniqueKey?(input))
    return try await engine.enqueue(job, in: transaction)
  }

  /// Enqueues a function without input within a transaction.
  @discardableResult
  public func enqueue(
    _ function: Function<ServiceAccess, Never>, at date: Date? = nil, priority: Int = 5, in transaction: Transaction
  ) async throws -> EnqueuedJob {
    let job = try NewJob(
      function: function.name, payload: [], policy: function.traits.queue, runAt: date, priority: priority, key: nil)
    return try await engine.enqueue(job, in: transaction)
  }

  /// Enqueues a function in a transaction of its own: it is durable when this returns.
  @discardableResult
  public func enqueue<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ input: Input, at date: Date? = nil, priority: Int = 5
  ) async throws -> EnqueuedJob {
    try await database.transaction { transaction in
      try await enqueue(function, input, at: date, priority: priority, in: transaction)
    }
  }

  /// Enqueues a function without input in a transaction of its own: it is durable when this returns.
  @discardableResult
  public func enqueue(
    _ function: Function<ServiceAccess, Never>, at date: Date? = nil, priority: Int = 5
  ) async throws -> EnqueuedJob {
    try await database.transaction { transaction in
      try await enqueue(function, at: date, priority: priority, in: transaction)
    }
  }

  /// Deletes history that nobody will look at any more, in bounded batches.
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
}

/// A job that is in the queue.
public struct EnqueuedJob: Sendable, Hashable {
  /// Its id, as ``JobRun/id`` will say.
  public let id: Int64
  /// False if an unfinished job with the same key was there already: this is its id.
  public let isNew: Bool

  /// Describes a job.
  public init(id: Int64, isNew: Bool) {
    self.id = id
    self.isNew = isNew
  }
}

/// The seam between functions and a queue. Programs use ``JobQueue``, which wraps one.
public protocol QueueEngine: Sendable {
  /// Writes a job into the queue's table, or finds the unfinished one with its key.
  func enqueue(_ job: NewJob, in transaction: Transaction) async throws -> EnqueuedJob

  /// Deletes runs that ended longer ago than `age`, and of each job those before the last `count`.
  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int
}

/// A job as it is put into the queue, checked.
public struct NewJob: Sendable {
  /// What to run.
  public let function: String
  /// The input as JSON; empty for none.
  public let payload: [UInt8]
  /// The function's rules.
  public let policy: QueuePolicy
  /// When to run it; nil: now.
  public let runAt: Date?
  /// 0 to 9, lower ones first.
  public let priority: Int
  /// Of the unfinished jobs of the function, only one has this key.
  public let key: String?

  /// The most bytes of a payload.
  public static let maximumPayload = 1 << 20

  /// Checks a job.
  ///
  /// - Throws: ``FunctionError`` for a payload, a key or a priority out of bounds.
  public init(
    function: String, payload: [UInt8], policy: QueuePolicy, runAt: Date?, priority: Int, key: String?
  ) throws(FunctionError) {
    guard payload.count <= Self.maximumPayload else {
      throw .validation("The input of \(function) has \(payload.count) bytes: at most \(Self.maximumPayload) can wait")
    }
    guard (0...9).contains(priority) else {
      throw .validation("The priority of \(function) is \(priority): expected 0 to 9")
    }
    if let key, key.isEmpty || key.utf8.count > 255 {
      throw .validation("The key of \(function) has \(key.utf8.count) bytes: expected 1 to 255")
    }
    self.function = function
    self.payload = payload
    self.policy = policy
    self.runAt = runAt
    self.priority = priority
    self.key = key
  }
}
