/// Work that runs on a schedule: a name, when, and a handler with the project's own rights.
///
/// ```swift
/// public let tidyUp = Job("tidy_up", every: "0 3 * * *") { context in … }
/// ```
///
/// Each tick runs once, on however many hosts. What the schedule says can be changed in `config.toml`, under `[jobs.<name>]`.
public struct Job: Sendable {
  /// The name, formed as a function's is.
  public let name: String
  /// When it runs: a cron expression, `@daily`, `@every 90s` or `30 seconds`; read when the host starts.
  public var schedule: String
  /// The IANA name of the time zone that the schedule is read in.
  public var timeZone: String
  /// What becomes of ticks that came while no host was up.
  public var catchUp: CatchUp
  /// What becomes of a tick that comes while the last run is still going.
  public var overlap: Overlap
  /// The most by which a run is put off, so that many jobs of one minute do not all start in its first second.
  ///
  /// How much of it is taken depends on the job and the tick alone, so all hosts agree.
  public var jitter: Duration
  /// The age from which on the job treats what it finds as old, for a job that removes or ends what is old; nil for every other job.
  public var olderThan: Duration? {
    didSet {
      let traits = function.traits
      function = Self.function(name, olderThan: olderThan, body)
      function.traits = traits
    }
  }
  /// The job as something that can be invoked; only the service role is let in.
  public var endpoint: any Endpoint { function }
  var function: Function<ServiceAccess, Never>
  /// How it is retried, and how long a run may take.
  public var queue: QueuePolicy
  private let body: @Sendable (Context<ServiceAccess>, Duration?) async throws -> Void

  /// What becomes of ticks that came while no host was up, or its clock had jumped over them.
  public enum CatchUp: Sendable, Hashable {
    /// They are left out; the history says so.
    case skip
    /// The latest of them runs, once; those before it are left out.
    case latest
    /// All of them run, one after another, but for those before the last so many.
    case all(limit: Int)

    /// All of them, up to 100.
    public static let all = CatchUp.all(limit: 100)
  }

  /// What becomes of a tick that comes while the last run is still going, or waits for a retry.
  public enum Overlap: String, Sendable, Hashable, CaseIterable {
    /// It runs beside the last one.
    case allow
    /// It is left out; the history says so.
    case forbid
    /// The last run is cancelled, and the tick runs when that has ended.
    case replace
  }

  /// A job.
  ///
  /// - Parameters:
  ///   - name: the name: `^[A-Za-z][A-Za-z0-9_-]*$`.
  ///   - schedule: a cron expression of five fields, or six with seconds; or one of the forms of ``schedule``.
  ///   - timeZone: the IANA name of the zone that the schedule is read in.
  ///   - catchUp: what becomes of ticks that came while no host was up.
  ///   - overlap: what becomes of a tick that comes while the last run is still going.
  ///   - jitter: the most by which a run is put off.
  ///   - retries: how often a run that failed is tried again.
  ///   - backOff: how long to wait between the tries.
  ///   - timeout: how long a run may take.
  ///   - body: the handler; a run fails if it throws.
  public init(
    _ name: String, every schedule: String, timeZone: String = "UTC", catchUp: CatchUp = .latest,
    overlap: Overlap = .forbid, jitter: Duration = .zero, retries: Int = 3, backOff: BackOff = BackOff(),
    timeout: Duration = .seconds(300), _ body: @escaping @Sendable (Context<ServiceAccess>) async throws -> Void
  ) {
    self.init(
      name, schedule: schedule, timeZone: timeZone, catchUp: catchUp, overlap: overlap, jitter: jitter,
      retries: retries,
      backOff: backOff, timeout: timeout, olderThan: nil
    ) { context, _ in try await body(context) }
  }

  /// A job that removes or ends what is older than an age, which `[jobs.<name>] older_than` may change.
  ///
  /// - Parameters:
  ///   - name: the name: `^[A-Za-z][A-Za-z0-9_-]*$`.
  ///   - schedule: a cron expression of five fields, or six with seconds; or one of the forms of ``schedule``.
  ///   - age: the age from which on what the job finds is old.
  ///   - timeZone: the IANA name of the zone that the schedule is read in.
  ///   - catchUp: what becomes of ticks that came while no host was up.
  ///   - overlap: what becomes of a tick that comes while the last run is still going.
  ///   - jitter: the most by which a run is put off.
  ///   - retries: how often a run that failed is tried again.
  ///   - backOff: how long to wait between the tries.
  ///   - timeout: how long a run may take.
  ///   - body: the handler, with the age in force; a run fails if it throws.
  public init(
    _ name: String, every schedule: String, olderThan age: Duration, timeZone: String = "UTC",
    catchUp: CatchUp = .latest, overlap: Overlap = .forbid, jitter: Duration = .zero, retries: Int = 3,
    backOff: BackOff = BackOff(), timeout: Duration = .seconds(300),
    _ body: @escaping @Sendable (Context<ServiceAccess>, Duration) async throws -> Void
  ) {
    self.init(
      name, schedule: schedule, timeZone: timeZone, catchUp: catchUp, overlap: overlap, jitter: jitter,
      retries: retries,
      backOff: backOff, timeout: timeout, olderThan: age
    ) { context, configured in try await body(context, configured ?? age) }
  }

  private init(
    _ name: String, schedule: String, timeZone: String, catchUp: CatchUp, overlap: Overlap, jitter: Duration,
    retries: Int, backOff: BackOff, timeout: Duration, olderThan age: Duration?,
    _ body: @escaping @Sendable (Context<ServiceAccess>, Duration?) async throws -> Void
  ) {
    self.name = name
    self.schedule = schedule
    self.timeZone = timeZone
    self.catchUp = catchUp
    self.overlap = overlap
    self.jitter = jitter
    queue = QueuePolicy(attempts: retries < .max ? retries + 1 : retries, backOff: backOff, timeout: timeout)
    olderThan = age
    self.body = body
    function = Self.function(name, olderThan: age, body)
  }

  private static func function(
    _ name: String, olderThan age: Duration?,
    _ body: @escaping @Sendable (Context<ServiceAccess>, Duration?) async throws -> Void
  ) -> Function<ServiceAccess, Never> {
    Function(name, access: .serviceRole) { context in
      try await body(context, age)
      return NoContent()
    }
  }
}
