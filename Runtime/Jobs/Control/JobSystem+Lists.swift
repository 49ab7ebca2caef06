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
    let ahead = try await store.decidedAhead(of: now)
    return scheduledJobs.map { scheduled in
      let name = scheduled.job.name
      let isPaused = paused.contains(name)
      return JobStatus(
        scheduled, isPaused: isPaused, next: scheduled.next(after: ahead[name] ?? now, isPaused: isPaused),
        last: last[name]?.first, running: running[name] ?? 0)
    }
  }

  /// The jobs in the queue, ordered by due time.
  func queued(_ which: JobCommand.Queue) async throws -> [QueuedJob] {
    try JobCommand.check(state: which.state, isOneOf: JobCommand.Queue.states)
    try JobCommand.check(limit: which.limit)
    let conditions = JobConditions(states: which.state.map { [$0] } ?? [], name: which.name)
    return try await store.queued(conditions, limit: which.limit ?? 50).map(explained)
  }

  /// A job with the reason why it waits although it is due, if this host does not have its function.
  func explained(_ job: QueuedJob) -> QueuedJob {
    guard job.state == "available", registries.lacks(job.name) else { return job }
    return job.waiting(because: JobStore.unknownFunction(job.name))
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
