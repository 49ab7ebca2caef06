extension Function where A == ServiceAccess {
  /// Returns the function with rules for its jobs in the queue.
  ///
  /// - Parameters:
  ///   - attempts: the number of tries before a job is dead, clamped to 1 to 1,000,001.
  ///   - backOff: the waits between tries.
  ///   - timeout: the time limit of one try, after which the task of the handler is cancelled
  ///     (``QueuePolicy/timeout``).
  ///   - concurrency: the most jobs that run at the same time, on all hosts together; less than 1 counts as 1, nil sets
  ///     no limit.
  ///   - rate: the most starts in a period, on all hosts together, such as `.perSecond(50)`; nil sets no limit.
  ///   - unique: how long a job keeps its key: while it is unfinished, or for a period
  ///     (``UniqueKeys/within(_:states:)``).
  ///   - key: makes a unique key of the input. Only one unfinished job of the function has a given key: enqueuing
  ///     another returns the existing one. A job with a nil key is always enqueued. A key has 1 to 255 bytes of UTF-8
  ///     without U+0000; enqueuing with another one throws ``FunctionError`` 400. Not for a function without input.
  public func queued(
    attempts: Int = 20, backOff: BackOff = BackOff(), timeout: Duration = .seconds(60), concurrency: Int? = nil,
    rate: StartRate? = nil, unique: UniqueKeys = .whileUnfinished, key: (@Sendable (Input) -> String?)? = nil
  ) -> Self {
    var copy = self
    copy.traits.queue = QueuePolicy(
      attempts: attempts, backOff: backOff, timeout: timeout, concurrency: concurrency, rate: rate, unique: unique)
    copy.uniqueKey = key
    return copy
  }
}

extension Function where A == ServiceAccess, Input == Never {
  /// Deprecated, and without effect: a function without input has nothing to make a key of.
  ///
  /// It is not unavailable, because the compiler would then choose the method above without a message.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "a function without input has no unique key: give it an input that names the work")
  public func queued(
    attempts: Int = 20, backOff: BackOff = BackOff(), timeout: Duration = .seconds(60), concurrency: Int? = nil,
    rate: StartRate? = nil, unique: UniqueKeys = .whileUnfinished, key: @escaping @Sendable (Never) -> String?
  ) -> Self {
    queued(
      attempts: attempts, backOff: backOff, timeout: timeout, concurrency: concurrency, rate: rate, unique: unique)
  }
}
