package import Edge
package import Scheduling

/// The functions and jobs that the queue can run, by name.
package struct JobRegistry: Sendable {
  /// A function or job that the queue can run.
  struct Runnable: Sendable {
    let endpoint: any Endpoint
    let policy: QueuePolicy
    let lane: Lane?
  }

  /// A job with its parsed schedule.
  package struct Scheduled: Sendable {
    package let job: Job
    package let schedule: Schedule
    /// Whether this host runs its schedule. A command can start the job in either case.
    package let isEnabled: Bool
    let override: JobOverride
  }

  /// The scheduled jobs, by name.
  package let scheduled: [Scheduled]
  let runnables: [String: Runnable]

  /// Registers functions and jobs. The functions for the service role can be enqueued.
  ///
  /// - Throws: the first of the ``problems(functions:jobs:overrides:)``.
  package init(
    functions: [any Endpoint], jobs: [Job], overrides: [String: JobOverride] = [:]
  ) throws(JobRegistryError) {
    var problems: [JobRegistryError] = []
    self.init(functions, jobs, overrides, &problems)
    if let first = problems.first { throw first }
  }

  /// Names that are malformed or used twice, invalid schedules, settings of a job or of a function's queue that are out
  /// of their range, an `older_than` of a job that has none, and days of an unknown kind of history.
  package static func problems(
    functions: [any Endpoint], jobs: [Job], overrides: [String: JobOverride] = [:]
  ) -> [JobRegistryError] {
    var problems: [JobRegistryError] = []
    _ = JobRegistry(functions, jobs, overrides, &problems)
    return problems
  }

  /// Registers functions and jobs, and collects their problems. A registry with problems is not used.
  private init(
    _ functions: [any Endpoint], _ jobs: [Job], _ overrides: [String: JobOverride], _ problems: inout [JobRegistryError]
  ) {
    var runnables: [String: Runnable] = [:]
    for function in functions where function.traits.access == .serviceRole {
      let policy = function.traits.queue
      if let fault = policy.fault {
        problems.append(JobRegistryError(description: "The function \(function.name) cannot be enqueued: \(fault)"))
      }
      runnables[function.name] = Runnable(
        endpoint: function, policy: policy, lane: Lane(function.name, policy))
    }
    let taken = Set(functions.map(\.name))
    var scheduled: [Scheduled] = []
    for job in jobs {
      let override = overrides[job.name] ?? JobOverride()
      do throws(JobRegistryError) {
        try Self.check(job, isTaken: taken.contains(job.name) || runnables[job.name] != nil)
        problems += Self.problems(of: override, for: job)
        let job = job.applying(override)
        runnables[job.name] = Runnable(
          endpoint: job.endpoint, policy: job.queue, lane: Lane(job.name, job.policyOfLane))
        scheduled.append(
          Scheduled(
            job: job, schedule: try Self.schedule(of: job), isEnabled: override.enabled ?? true,
            override: override))
      } catch {
        problems.append(error)
      }
    }
    self.runnables = runnables
    self.scheduled = scheduled.sorted { $0.job.name < $1.job.name }
  }

  private static func check(_ job: Job, isTaken: Bool) throws(JobRegistryError) {
    guard FunctionName.isValid(job.name) else {
      throw JobRegistryError(
        description: "The job \"\(job.name)\" has no usable name: \(FunctionName.rule)")
    }
    guard !isTaken else {
      throw JobRegistryError(description: "There are two functions or jobs named \(job.name)")
    }
    if let fault = job.fault { throw JobRegistryError(description: "The job \(job.name) cannot run: \(fault)") }
  }

  /// The settings that the job does not have. Each is named as in `config.toml`.
  private static func problems(of override: JobOverride, for job: Job) -> [JobRegistryError] {
    var problems: [JobRegistryError] = []
    if override.olderThan != nil, job.olderThan == nil {
      problems.append(
        JobRegistryError(
          description: "[jobs.\(job.name)] older_than has no meaning: the job neither removes nor ends what is old"))
    }
    let kinds = job.kinds.sorted().joined(separator: ", ")
    for kind in override.days.keys.sorted() where !job.kinds.contains(kind) {
      problems.append(
        JobRegistryError(
          description:
            "[retention] \(kind) is no kind of history that the job \(job.name) removes: its kinds are \(kinds)"))
    }
    return problems
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
