/// Work that runs on a schedule: a name, a schedule, and a handler with the rights of the service role.
///
/// ```swift
/// public let tidyUp = Job("tidy_up", every: "0 3 * * *") { context in … }
/// ```
///
/// Each tick runs once, on any number of hosts. `config.toml` can change the schedule, under `[jobs.<name>]`.
///
/// A host does not start, and refuses a bundle, with a job whose ``jitter`` is negative, whose ``olderThan`` is not
/// more than zero, or with one of them longer than 100 years.
public struct Job: Sendable {
  /// The name, under the same rule as a function's.
  public let name: String
  /// The schedule. The host parses it when it starts. Its forms are:
  /// - Five fields, or six with the second (0 to 59) in front: minute (0 to 59), hour (0 to 23), day of the month (1 to
  ///   31, `L`, `LW`, `L-3`, `15W`), month (1 to 12, `JAN`) and day of the week (0 to 7, `SUN`, `5L`, `MON#2`; 0 and 7
  ///   are Sunday). A field is `*`, or a list of values, ranges (`1-5`) and steps (`*/15`, `1-30/2`).
  /// - `@hourly`, `@daily` or `@midnight`, `@weekly`, `@monthly`, `@yearly` or `@annually`.
  /// - `@every` with hours, minutes and seconds, such as `@every 1h30m`: from a second to 365 days.
  /// - `1 second` to `59 seconds`.
  public var schedule: String
  /// The IANA name of the schedule's time zone.
  public var timeZone: String
  /// The rule for ticks that no host decided about within 10 s: none was up, or the database was away.
  public var catchUp: CatchUp
  /// The rule for a tick that is due while the previous run is still going.
  public var overlap: Overlap
  /// The upper limit of the delay of a run after its tick, so that the jobs of one minute do not all start in its first
  /// second. With less than a millisecond, and with 10^12 ms (31 years) or more, runs are not delayed.
  ///
  /// The delay, in whole milliseconds, depends only on the job and the tick, so all hosts agree on it.
  public var jitter: Duration
  /// The age from which a clean-up job treats a row as old; nil for other jobs.
  public var olderThan: Duration? { didSet { renewFunction() } }
  /// The days for which each kind of history is kept (``Retention``); empty for other jobs.
  public var days: [String: Int] { didSet { renewFunction() } }
  /// The kinds of history that ``days`` may name.
  public let kinds: Set<String>
  /// The job as an endpoint, which admits only the service role.
  public var endpoint: any Endpoint { elsewhere?(JobAges(olderThan: olderThan, days: days)) ?? function }
  var function: Function<ServiceAccess, Never>
  /// The rules for retries and for the time of a run.
  public var queue: QueuePolicy
  private let body: @Sendable (Context<ServiceAccess>, JobAges) async throws -> Void
  /// Makes the endpoint of a job whose handler runs in another process; nil for a handler in this one.
  var elsewhere: (@Sendable (JobAges) -> any Endpoint)?

  /// The rule for ticks that no host decided about within 10 s, because none was up or the database was away, or that a
  /// change of the host's clock skipped.
  public enum CatchUp: Sendable, Hashable {
    /// They do not run. The history records them as skipped.
    case skip
    /// Only the latest of them runs.
    case latest
    /// The latest ones run, one after another, up to the limit, which is 1 to 10,000.
    case all(limit: Int)

    /// All of them, up to 100.
    public static let all = CatchUp.all(limit: 100)

    /// The limits that ``all(limit:)`` may have: one transaction writes all ticks that run.
    package static let limits = 1...10_000
  }

  /// The rule for a tick that is due while the previous run is still going, or waits for a retry.
  public enum Overlap: String, Sendable, Hashable, CaseIterable {
    /// It runs concurrently with the previous run.
    case allow
    /// It does not run. The history records it as skipped.
    case forbid
    /// The previous run is cancelled, and the tick runs after its end.
    case replace
  }

  /// Creates a job.
  ///
  /// - Parameters:
  ///   - name: the name: `^[A-Za-z][A-Za-z0-9_-]*$`.
  ///   - schedule: a cron expression of five fields, or six with seconds; or one of the forms of ``schedule``.
  ///   - timeZone: the IANA name of the schedule's time zone.
  ///   - catchUp: the rule for ticks that no host decided about within 10 s: none was up, or the database was away.
  ///   - overlap: the rule for a tick that is due while the previous run is still going.
  ///   - jitter: the upper limit of the delay of a run after its tick (``jitter``).
  ///   - retries: the number of times that a failed run is tried again, clamped to 0 to 1,000,000; `.max` is until it
  ///     completes. `config.toml` can change it.
  ///   - backOff: the waits between tries.
  ///   - timeout: the time limit of one try, after which the task of the handler is cancelled
  ///     (``QueuePolicy/timeout``).
  ///   - body: the handler. A run fails if it throws.
  public init(
    _ name: String, every schedule: String, timeZone: String = "UTC", catchUp: CatchUp = .latest,
    overlap: Overlap = .forbid, jitter: Duration = .zero, retries: Int = 3, backOff: BackOff = BackOff(),
    timeout: Duration = .seconds(300), _ body: @escaping @Sendable (Context<ServiceAccess>) async throws -> Void
  ) {
    self.init(
      name, schedule: schedule, timeZone: timeZone, catchUp: catchUp, overlap: overlap, jitter: jitter,
      queue: QueuePolicy(retries: retries, backOff: backOff, timeout: timeout)
    ) { context, _ in try await body(context) }
  }

  /// Creates a clean-up job with an age, which `[jobs.<name>] older_than` can change.
  ///
  /// The other parameters are those of ``init(_:every:timeZone:catchUp:overlap:jitter:retries:backOff:timeout:_:)``.
  ///
  /// - Parameters:
  ///   - age: the age from which the job treats a row as old. `older_than` takes a minute to ten years.
  ///   - body: the handler, which gets the configured age. A run fails if it throws.
  public init(
    _ name: String, every schedule: String, olderThan age: Duration, timeZone: String = "UTC",
    catchUp: CatchUp = .latest, overlap: Overlap = .forbid, jitter: Duration = .zero, retries: Int = 3,
    backOff: BackOff = BackOff(), timeout: Duration = .seconds(300),
    _ body: @escaping @Sendable (Context<ServiceAccess>, Duration) async throws -> Void
  ) {
    self.init(
      name, schedule: schedule, timeZone: timeZone, catchUp: catchUp, overlap: overlap, jitter: jitter,
      queue: QueuePolicy(retries: retries, backOff: backOff, timeout: timeout), olderThan: age
    ) { context, ages in try await body(context, ages.olderThan ?? age) }
  }

  /// A job of which all parts are given. The handler gets the configured ages.
  init(
    _ name: String, schedule: String, timeZone: String = "UTC", catchUp: CatchUp = .latest,
    overlap: Overlap = .forbid, jitter: Duration = .zero, queue: QueuePolicy = QueuePolicy(retries: 3),
    olderThan age: Duration? = nil, days: [String: Int] = [:], kinds: Set<String> = [],
    _ body: @escaping @Sendable (Context<ServiceAccess>, JobAges) async throws -> Void
  ) {
    self.name = name
    self.schedule = schedule
    self.timeZone = timeZone
    self.catchUp = catchUp
    self.overlap = overlap
    self.jitter = jitter
    self.queue = queue
    olderThan = age
    self.days = days
    self.kinds = kinds
    self.body = body
    function = Self.function(name, JobAges(olderThan: age, days: days), body)
  }

  /// Makes the function anew, with the current ages.
  private mutating func renewFunction() {
    let traits = function.traits
    function = Self.function(name, JobAges(olderThan: olderThan, days: days), body)
    function.traits = traits
  }

  private static func function(
    _ name: String, _ ages: JobAges,
    _ body: @escaping @Sendable (Context<ServiceAccess>, JobAges) async throws -> Void
  ) -> Function<ServiceAccess, Never> {
    Function(name, access: .serviceRole) { context in
      try await body(context, ages)
      return NoContent()
    }
  }
}

extension QueuePolicy {
  /// The rules of a job that is tried again `retries` times.
  init(retries: Int, backOff: BackOff = BackOff(), timeout: Duration = .seconds(300)) {
    self.init(attempts: retries < .max ? retries + 1 : retries, backOff: backOff, timeout: timeout)
  }
}
