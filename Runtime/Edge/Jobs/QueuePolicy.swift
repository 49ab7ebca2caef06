/// The rules for a function's jobs in the queue: tries, time limit and concurrency.
///
/// A host does not start, and refuses a bundle, with a policy whose ``attempts`` are out of their range, whose
/// ``timeout`` is not more than zero, whose ``BackOff/base`` or ``BackOff/cap`` is negative, or with one of the
/// durations longer than 100 years.
public struct QueuePolicy: Sendable, Hashable {
  /// The number of tries before a job is dead, 1 to 1,000,001.
  public var attempts: Int
  /// The waits between tries.
  public var backOff: BackOff
  /// The time limit of one try, more than zero. After it, the task of the handler is cancelled.
  ///
  /// A try whose handler throws after that has timed out, and the next one follows after the back-off. A handler that
  /// returns nevertheless has completed its job.
  public var timeout: Duration
  /// The most jobs that run at the same time, on all hosts together, from 1; nil sets no limit.
  public var concurrency: Int?
  /// The most starts in a period, on all hosts together; nil sets no limit.
  public var rate: StartRate?
  /// How long a job keeps its unique key.
  public var unique: UniqueKeys

  /// The largest number of tries: the first and a million retries, as in `config.toml`. Postgres stores an integer of
  /// 32 bits.
  package static let maximumAttempts = 1_000_001

  /// Whether a limit applies, so that the jobs wait in a separate lane.
  public var isLimited: Bool { concurrency != nil || rate != nil }

  /// Creates a policy. ``attempts`` are clamped to 1 to 1,000,001, and a ``concurrency`` below 1 to 1.
  public init(
    attempts: Int = 20, backOff: BackOff = BackOff(), timeout: Duration = .seconds(60), concurrency: Int? = nil,
    rate: StartRate? = nil, unique: UniqueKeys = .whileUnfinished
  ) {
    self.attempts = min(max(1, attempts), Self.maximumAttempts)
    self.backOff = backOff
    self.timeout = timeout
    self.concurrency = concurrency.map { max(1, $0) }
    self.rate = rate
    self.unique = unique
  }
}
