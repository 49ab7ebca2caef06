import Database
import Edge
import FoundationEssentials
import Scheduling

extension JobSystem {
  /// The jobs with a schedule, by name.
  func statuses() async throws -> [JobStatus] {
    let scheduledJobs = registry.scheduled
    let paused = try await store.pausedNames()
    let running = try await store.runningCounts()
    let last = try await store.newestRuns(of: scheduledJobs.map(\.job.name), limit: 1)
    let now = store.clock.now
    var statuses: [JobStatus] = []
    for scheduled in scheduledJobs {
      let job = scheduled.job
      let isPaused = paused.contains(job.name)
      let next = scheduled.isEnabled && !isPaused ? scheduled.schedule.next(after: now) : nil
      statuses.append(
        JobStatus(
          name: job.name, schedule: job.schedule, description: scheduled.schedule.description, timeZone: job.timeZone,
          isEnabled: scheduled.isEnabled, isPaused: isPaused, nextRun: next.map(scheduled.schedule.localTime),
          last: last[job.name]?.first, running: running[job.name] ?? 0))
    }
    return statuses
  }

  /// The jobs in the queue, ordered by due time.
  ///
  /// - Parameter id: the only job to return; nil for all.
  func queued(_ which: JobCommand.Queue, id: Int64? = nil) async throws -> [QueuedJob] {
    let states = ["available", "scheduled", "held", "running", "dead"]
    if let state = which.state, !states.contains(state) {
      throw FunctionError.validation("There is no state \(state); there are: \(states.joined(separator: ", "))")
    }
    let limit = which.limit ?? 50
    guard (1...1000).contains(limit) else { throw FunctionError.validation("limit is \(limit): expected 1 to 1000") }
    var conditions = JobConditions()
    conditions.name = which.name
    if let state = which.state { conditions.states = [state] }
    if let id { conditions.ids = [id] }
    return try await store.queued(conditions, limit: limit)
  }

  /// The statistics of each function, by name: of all functions that the host knows, and of those with jobs in the
  /// queue or ended since an instant.
  func statistics(since: Date) async throws -> [JobStatistics] {
    var statistics = try await store.statistics(since: since)
    for name in registry.runnables.keys where statistics[name] == nil { statistics[name] = JobStatistics(name: name) }
    return statistics.values.sorted { $0.name < $1.name }
  }

  /// The state of a job, and its tries so far.
  func standing(of id: Int64) async throws -> JobCommand.Standing {
    let row = try await store.database.first("SELECT name, state FROM \(store.sql.jobs) WHERE id = \(id)")
    var filter = HistoryFilter()
    filter.jobID = id
    return JobCommand.Standing(state: try row?.get("state"), runs: try await store.history(filter))
  }
}
