public import Foundation

extension JobQueue {
  /// Enqueues a function within a transaction: it will run if and only if the transaction commits.
  ///
  /// - Parameters:
  ///   - function: what to run; its rules are those it was declared with (``Function/queued(attempts:backOff:timeout:concurrency:rate:unique:key:)``).
  ///   - input: what to run it with; at most 1 MiB of JSON.
  ///   - date: when to run it; nil: now.
  ///   - priority: 0 to 9; of what is due, lower ones run first.
  ///   - transaction: the caller's transaction.
  /// - Returns: the job, or the one that has the same key (``UniqueKeys``).
  /// - Throws: ``FunctionError`` for an input that is too large or a key of more than 255 bytes; `DatabaseError`.
  @discardableResult
  public func enqueue<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ input: Input, at date: Date? = nil, priority: Int = 5,
    in transaction: Transaction
  ) async throws -> EnqueuedJob {
    let key = function.uniqueKey?(input)
    return try await put(function, (try Wire.encode(input), key), at: date, priority: priority, in: transaction)
  }

  /// Enqueues a function without input within a transaction.
  @discardableResult
  public func enqueue(
    _ function: Function<ServiceAccess, Never>, at date: Date? = nil, priority: Int = 5, in transaction: Transaction
  ) async throws -> EnqueuedJob {
    try await put(function, ([], nil), at: date, priority: priority, in: transaction)
  }

  /// Enqueues a function once for each of many inputs within a transaction, by few statements.
  ///
  /// - Parameters:
  ///   - function: what to run.
  ///   - inputs: what to run it with, one job each; at most 1 MiB of JSON each.
  ///   - date: when to run them; nil: now.
  ///   - priority: 0 to 9; of what is due, lower ones run first.
  ///   - transaction: the caller's transaction.
  /// - Returns: the jobs in the order of the inputs; for an input whose key is taken, the job that has it.
  /// - Throws: as ``enqueue(_:_:at:priority:in:)``; then none is enqueued.
  @discardableResult
  public func enqueueAll<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ inputs: [Input], at date: Date? = nil, priority: Int = 5,
    in transaction: Transaction
  ) async throws -> [EnqueuedJob] {
    let payloads = try inputs.map { (bytes: try Wire.encode($0), key: function.uniqueKey?($0)) }
    return try await put(function, each: payloads, at: date, priority: priority, in: transaction)
  }

  /// Enqueues a function in a transaction of its own: it is durable when this returns.
  @discardableResult
  public func enqueue<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ input: Input, at date: Date? = nil, priority: Int = 5
  ) async throws -> EnqueuedJob {
    try await transaction { try await enqueue(function, input, at: date, priority: priority, in: $0) }
  }

  /// Enqueues a function without input in a transaction of its own: it is durable when this returns.
  @discardableResult
  public func enqueue(
    _ function: Function<ServiceAccess, Never>, at date: Date? = nil, priority: Int = 5
  ) async throws -> EnqueuedJob {
    try await transaction { try await enqueue(function, at: date, priority: priority, in: $0) }
  }

  /// Enqueues a function once for each of many inputs in a transaction of their own: all are durable when this returns, or none is there.
  @discardableResult
  public func enqueueAll<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ inputs: [Input], at date: Date? = nil, priority: Int = 5
  ) async throws -> [EnqueuedJob] {
    try await transaction { try await enqueueAll(function, inputs, at: date, priority: priority, in: $0) }
  }
}
