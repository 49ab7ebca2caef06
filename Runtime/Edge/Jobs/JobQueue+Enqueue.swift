public import FoundationEssentials

extension JobQueue {
  /// Enqueues a function within a transaction. The job exists if and only if the transaction commits.
  ///
  /// - Parameters:
  ///   - function: the function, whose rules were declared with it
  ///     (``Function/queued(attempts:backOff:timeout:concurrency:rate:unique:key:)``).
  ///   - input: the function's input; at most 1 MiB of JSON.
  ///   - date: when to run it; nil is now, and so is a date that has passed.
  ///   - priority: 0 to 9. Of the due jobs, those with a lower number run first.
  ///   - transaction: the caller's transaction.
  /// - Returns: the job, or the existing one with the same key (``UniqueKeys``).
  /// - Throws: ``FunctionError`` 400 `VALIDATION_ERROR` for an input above 1 MiB, a key that does not have 1 to 255
  ///   bytes or has U+0000, or a priority that is not 0 to 9; `EncodingError` for an input that JSON cannot represent;
  ///   `DatabaseError`.
  @discardableResult
  public func enqueue<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ input: Input, at date: Date? = nil, priority: Int = 5,
    in transaction: Transaction
  ) async throws -> EnqueuedJob {
    let key = function.uniqueKey?(input)
    return try await put(function, (try Wire.encode(input), key), at: date, priority: priority, in: transaction)
  }

  /// Enqueues a function without input within a transaction, as ``enqueue(_:_:at:priority:in:)`` does.
  @discardableResult
  public func enqueue(
    _ function: Function<ServiceAccess, Never>, at date: Date? = nil, priority: Int = 5, in transaction: Transaction
  ) async throws -> EnqueuedJob {
    try await put(function, ([], nil), at: date, priority: priority, in: transaction)
  }

  /// Enqueues a function once for each input within a transaction, with few statements.
  ///
  /// Inputs without keys are enqueued in their order. Those with keys are enqueued before them, in the order of the
  /// keys, so that two transactions with one batch each do not deadlock.
  ///
  /// - Parameters:
  ///   - function: the function.
  ///   - inputs: the inputs, one job each; at most 1 MiB of JSON each.
  ///   - date: when to run them; nil is now, and so is a date that has passed.
  ///   - priority: 0 to 9. Of the due jobs, those with a lower number run first.
  ///   - transaction: the caller's transaction.
  /// - Returns: the jobs in the order of the inputs; for an input whose key is taken, the existing job.
  /// - Throws: the errors of ``enqueue(_:_:at:priority:in:)``; no job is then enqueued.
  @discardableResult
  public func enqueueAll<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ inputs: [Input], at date: Date? = nil, priority: Int = 5,
    in transaction: Transaction
  ) async throws -> [EnqueuedJob] {
    let payloads = try inputs.map { (bytes: try Wire.encode($0), key: function.uniqueKey?($0)) }
    return try await put(function, each: payloads, at: date, priority: priority, in: transaction)
  }

  /// Enqueues a function in a separate transaction, as ``enqueue(_:_:at:priority:in:)`` does. The job is durable when
  /// this returns.
  @discardableResult
  public func enqueue<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ input: Input, at date: Date? = nil, priority: Int = 5
  ) async throws -> EnqueuedJob {
    try await transaction { try await enqueue(function, input, at: date, priority: priority, in: $0) }
  }

  /// Enqueues a function without input in a separate transaction, as ``enqueue(_:_:at:priority:in:)`` does. The job is
  /// durable when this returns.
  @discardableResult
  public func enqueue(
    _ function: Function<ServiceAccess, Never>, at date: Date? = nil, priority: Int = 5
  ) async throws -> EnqueuedJob {
    try await transaction { try await enqueue(function, at: date, priority: priority, in: $0) }
  }

  /// Enqueues a function once for each input in one separate transaction, as ``enqueueAll(_:_:at:priority:in:)`` does.
  /// All jobs are durable when this returns; if it throws, none exists.
  @discardableResult
  public func enqueueAll<Input: Codable & Sendable>(
    _ function: Function<ServiceAccess, Input>, _ inputs: [Input], at date: Date? = nil, priority: Int = 5
  ) async throws -> [EnqueuedJob] {
    try await transaction { try await enqueueAll(function, inputs, at: date, priority: priority, in: $0) }
  }

  /// Enqueues a function with the current run as its origin.
  private func put<Input: Sendable>(
    _ function: Function<ServiceAccess, Input>, _ payload: (bytes: [UInt8], key: String?), at date: Date?,
    priority: Int, in transaction: Transaction
  ) async throws -> EnqueuedJob {
    let jobs = try await put(function, each: [payload], at: date, priority: priority, in: transaction)
    guard let job = jobs.first else { throw FunctionError.notConnected("The queue refused \(function.name)") }
    return job
  }

  /// Enqueues a function once for each payload, with the current run as the jobs' origin.
  private func put<Input: Sendable>(
    _ function: Function<ServiceAccess, Input>, each payloads: [(bytes: [UInt8], key: String?)], at date: Date?,
    priority: Int, in transaction: Transaction
  ) async throws -> [EnqueuedJob] {
    let origin = origin
    let jobs = try payloads.map { payload throws(FunctionError) in
      try NewJob(
        function: function.name, payload: payload.bytes, policy: function.traits.queue, runAt: date,
        priority: priority, key: payload.key, origin: origin)
    }
    return try await enqueue(jobs, in: transaction)
  }
}
