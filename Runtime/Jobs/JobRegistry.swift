public import Edge
public import Scheduling

/// The functions and jobs that the queue can run, by name.
public struct JobRegistry: Sendable {
  /// A function or job that the queue can run.
  struct Runnable: Sendable {
    let endpoint: any Endpoint
    let policy: QueuePolicy
    let lane: Lane?
  }

  /// A job with its parsed schedule.
  public struct Scheduled: Sendable {
    /// The job with the configuration's overrides applied.
    public let job: Job
    /// The parsed schedule.
    public let schedule: Schedule
    /// Whether this host runs its schedule. A command can start the job in either case.
    public let isEnabled: Bool
    /// The configuration's settings of the job.
    let override: JobOverride
  }

  /// The scheduled jobs, by name.
  public let scheduled: [Scheduled]
  let runnables: [String: Runnable]

  /// Checks names and schedules.
  ///
  /// - Parameters:
  ///   - functions: the functions of the host; those for the service role can be enqueued.
  ///   - jobs: the jobs with a schedule.
  ///   - overrides: the configuration's settings of jobs, by name.
  /// - Throws: ``JobRegistryError`` for a name that is malformed or used twice, for an invalid schedule, for a setting
  ///   of a job or of a function's queue that is out of its range, for an `older_than` of a job that has none, and for
  ///   days of an unknown kind of history.
  public init(
    functions: [any Endpoint], jobs: [Job], overrides: [String: JobOverride] = [:]
  ) throws(JobRegistryError) {
    var runnables: [String: Runnable] = [:]
    for function in functions where function.traits.access == .serviceRole {
      let policy = function.traits.queue
      if let fault = policy.fault {
        throw JobRegistryError(description: "The function \(function.name) cannot be enqueued: \(fault)")
      }
      runnables[function.name] = Runnable(
        endpoint: function, policy: policy, lane: Lane(function.name, policy))
    }
    let taken = Set(functions.map(\.name))
    var scheduled: [Scheduled] = []
    for job in jobs {
      guard FunctionName.isValid(job.name) else {
        throw JobRegistryError(
          description: "The job \"\(job.name)\" has no usable name: letters, digits, _ and -, a letter first")
      }
      guard !taken.contains(job.name), runnables[job.name] == nil else {
        throw JobRegistryError(description: "There are two functions or jobs named \(job.name)")
      }
      if let fault = job.fault { throw JobRegistryError(description: "The job \(job.name) cannot run: \(fault)") }
      let override = overrides[job.name] ?? JobOverride()
      guard override.olderThan == nil || job.olderThan != nil else {
        throw JobRegistryError(
          description: "The job \(job.name) has no older_than: it neither removes nor ends what is old")
      }
      if let kind = override.days.keys.sorted().first(where: { !job.kinds.contains($0) }) {
        let kinds = job.kinds.sorted().joined(separator: ", ")
        throw JobRegistryError(
          description: "The job \(job.name) removes no history of the kind \(kind): its kinds are \(kinds)")
      }
      let job = job.applying(override)
      runnables[job.name] = Runnable(
        endpoint: job.endpoint, policy: job.queue,
        lane: Lane(job.name, job.policyOfLane))
      scheduled.append(
        Scheduled(
          job: job, schedule: try Self.schedule(of: job), isEnabled: override.enabled ?? true,
          override: override))
    }
    self.runnables = runnables
    self.scheduled = scheduled.sorted { $0.job.name < $1.job.name }
  }

  private static func schedule(of job: Job) throws(JobRegistryError) -> Schedule {
    do {
      return try Schedule(job.schedule, timeZone: job.timeZone)
    } catch {
      throw JobRegistryError(description: "The schedule of the job \(job.name) cannot be read: \(error)")
    }
  }

  /// The lanes of the functions and jobs that have a limit.
  var lanes: [Lane] { runnables.values.compactMap(\.lane).sorted { $0.name < $1.name } }

  func policy(of name: String) -> QueuePolicy { runnables[name]?.policy ?? QueuePolicy() }

  /// The lane of jobs with this name; empty for the shared lane.
  func lane(of name: String) -> String { runnables[name]?.lane?.name ?? "" }
}
