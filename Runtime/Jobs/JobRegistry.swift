public import Edge
public import Scheduling

/// Why a host cannot start with these jobs.
public struct JobRegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public let description: String
}

/// What `[jobs.<name>]` says; nothing said leaves it to the code.
public struct JobOverride: Sendable, Hashable {
  /// When the job runs.
  public var schedule: String?
  /// The IANA name of the zone that the schedule is read in.
  public var timeZone: String?
  /// Whether the schedule runs at all.
  public var enabled: Bool?
  /// What becomes of ticks that came while no host was up.
  public var catchUp: Job.CatchUp?
  /// What becomes of a tick that comes while the last run is still going.
  public var overlap: Job.Overlap?
  /// How often a run that failed is tried again.
  public var retries: Int?
  /// The age from which on what the job finds is old.
  public var olderThan: Duration?

  /// Nothing said.
  public init() {}
}

/// Everything that the queue can run, by name, checked once.
public struct JobRegistry: Sendable {
  /// Something that the queue can run.
  struct Entry: Sendable {
    let endpoint: any Endpoint
    let policy: QueuePolicy
    let lane: Lane?
  }

  /// A job with its schedule read.
  public struct Scheduled: Sendable {
    /// The job, as code and configuration have it together.
    public let job: Job
    /// When it runs.
    public let schedule: Schedule
    /// Whether its schedule runs; if not, the job can still be run by hand.
    public let isEnabled: Bool
  }

  /// The scheduled jobs, by name.
  public let scheduled: [Scheduled]
  let entries: [String: Entry]

  /// Checks names and schedules.
  ///
  /// - Parameters:
  ///   - functions: the functions of the host; those for the service role can be enqueued.
  ///   - jobs: what runs on a schedule.
  ///   - overrides: what the configuration says of jobs, by name.
  /// - Throws: ``JobRegistryError`` for a name that is malformed or used twice, for a schedule that cannot be read, and for an age of a job
  ///   that has none.
  public init(
    functions: [any Endpoint], jobs: [Job], overrides: [String: JobOverride] = [:]
  ) throws(JobRegistryError) {
    var entries: [String: Entry] = [:]
    for function in functions where function.traits.access == .serviceRole {
      let policy = function.traits.queue
      entries[function.name] = Entry(
        endpoint: function, policy: policy, lane: Lane(function.name, policy))
    }
    let taken = Set(functions.map(\.name))
    var scheduled: [Scheduled] = []
    for job in jobs {
      guard FunctionName.isValid(job.name) else {
        throw JobRegistryError(
          description: "The job \"\(job.name)\" has no usable name: letters, digits, _ and -, a letter first")
      }
      guard !taken.contains(job.name), entries[job.name] == nil else {
        throw JobRegistryError(description: "There are two functions or jobs named \(job.name)")
      }
      let override = overrides[job.name] ?? JobOverride()
      guard override.olderThan == nil || job.olderThan != nil else {
        throw JobRegistryError(
          description: "The job \(job.name) has no older_than: it neither removes nor ends what is old")
      }
      let job = job.applying(override)
      entries[job.name] = Entry(
        endpoint: job.endpoint, policy: job.queue,
        lane: Lane(job.name, job.policyOfLane))
      scheduled.append(
        Scheduled(job: job, schedule: try Self.schedule(of: job), isEnabled: override.enabled ?? true))
    }
    self.entries = entries
    self.scheduled = scheduled.sorted { $0.job.name < $1.job.name }
  }

  private static func schedule(of job: Job) throws(JobRegistryError) -> Schedule {
    do {
      return try Schedule(job.schedule, timeZone: job.timeZone)
    } catch {
      throw JobRegistryError(description: "The schedule of the job \(job.name) cannot be read: \(error)")
    }
  }

  /// The jobs of which only so many may run at the same time.
  var lanes: [Lane] { entries.values.compactMap(\.lane).sorted { $0.name < $1.name } }

  func policy(of name: String) -> QueuePolicy { entries[name]?.policy ?? QueuePolicy() }

  /// The lane that jobs of a name wait in.
  func lane(of name: String) -> String { entries[name]?.lane?.name ?? "" }
}

extension Job {
  fileprivate func applying(_ override: JobOverride) -> Job {
    var job = self
    if let schedule = override.schedule { job.schedule = schedule }
    if let timeZone = override.timeZone { job.timeZone = timeZone }
    if let catchUp = override.catchUp { job.catchUp = catchUp }
    if let overlap = override.overlap { job.overlap = overlap }
    if let age = override.olderThan { job.olderThan = age }
    if let retries = override.retries { job.queue.attempts = max(0, min(retries, 1_000_000)) + 1 }
    return job
  }

  /// Its rules, with the limit that follows from its schedule's: runs that replace the last one, or catch up one after another, run one
  /// at a time.
  var policyOfLane: QueuePolicy {
    var policy = queue
    if overlap == .replace || (catchUp.runsAll && overlap != .allow) { policy.concurrency = policy.concurrency ?? 1 }
    return policy
  }
}

extension Schedule: Ticking {}
