/// How the queue treats a function: how often it is tried, how long it may take, how many run at once.
public struct QueuePolicy: Sendable, Hashable {
  /// How often it is tried before it is dead, from 1.
  public var attempts: Int
  /// How long to wait between the tries.
  public var backOff: BackOff
  /// How long a try may take before it is cancelled.
  public var timeout: Duration
  /// How many may run at the same time, on all hosts together, from 1; nil sets no limit.
  public var concurrency: Int?
  /// How often it may start, on all hosts together; nil sets no limit.
  public var rate: StartRate?
  /// How long a job's key counts.
  public var unique: UniqueKeys

  /// Whether its jobs wait in a lane of their own, which a limit needs.
  public var isLimited: Bool { concurrency != nil || rate != nil }

  /// A policy.
  ///
  /// - Parameters:
  ///   - attempts: how often it is tried, from 1; less counts as 1.
  ///   - backOff: how long to wait between the tries.
  ///   - timeout: how long a try may take.
  ///   - concurrency: how many may run at the same time, from 1; less counts as 1.
  ///   - rate: how often it may start.
  ///   - unique: how long a job's key counts.
  public init(
    attempts: Int = 20, backOff: BackOff = BackOff(), timeout: Duration = .seconds(60), concurrency: Int? = nil,
    rate: StartRate? = nil, unique: UniqueKeys = .whileUnfinished
  ) {
    self.attempts = max(1, attempts)
    self.backOff = backOff
    self.timeout = timeout
    self.concurrency = concurrency.map { max(1, $0) }
    self.rate = rate
    self.unique = unique
  }
}

/// How long to wait before the next try: exponential with full jitter.
///
/// The wait is drawn evenly between zero and `base`, twice `base`, four times `base` and so on, at most `cap`: whatever failed together
/// does not come back together (Brooker, "Exponential Backoff And Jitter", 2015).
public struct BackOff: Sendable, Hashable {
  /// The longest wait before the second try.
  public var base: Duration
  /// The longest wait of all.
  public var cap: Duration

  /// A back-off.
  public init(base: Duration = .seconds(1), cap: Duration = .seconds(3600)) {
    self.base = base
    self.cap = cap
  }

  /// The longest wait after so many tries, from 1.
  public func limit(afterAttempt attempt: Int) -> Duration {
    // 2^40 times a nanosecond is 18 minutes, and 2^40 times a second is no longer a wait.
    let doublings = min(max(attempt - 1, 0), 40)
    let seconds = min(base / .seconds(1) * Double(1 << doublings), cap / .seconds(1))
    return .seconds(max(0, seconds))
  }
}

extension Function where A == ServiceAccess {
  /// The same function with its own rules for the queue.
  ///
  /// - Parameters:
  ///   - attempts: how often it is tried before it is dead, from 1.
  ///   - backOff: how long to wait between the tries.
  ///   - timeout: how long a try may take before it is cancelled.
  ///   - concurrency: how many may run at the same time, on all hosts together; nil sets no limit.
  ///   - rate: how often it may start, on all hosts together, such as `.perSecond(50)`; nil sets no limit.
  ///   - unique: how long a job's key counts: while it is unfinished, or ``UniqueKeys/within(_:states:)`` a period.
  ///   - key: makes a key of the input. Of the unfinished jobs of the function, only one has a given key: enqueuing another
  ///     gives the one that is there. A nil key sets no limit.
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
