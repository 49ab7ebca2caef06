import Edge
import FoundationEssentials
import Scheduling

extension JobSystem {
  /// The number of runs of a schedule that are shown as bars.
  private static let bars = 60

  /// The jobs with a schedule and their last runs, by name.
  func scheduleLines(only name: String? = nil) async throws -> [JobCommand.ScheduleLine] {
    let scheduled = registry.scheduled.filter { name == nil || $0.job.name == name }
    if let name, scheduled.isEmpty {
      throw FunctionError.notFound("JOB_NOT_FOUND", "There is no job with a schedule named \(name)")
    }
    let paused = try await store.pausedNames()
    let ended = try await store.newestRuns(of: scheduled.map(\.job.name), limit: Self.bars)
    var filter = HistoryFilter()
    filter.outcome = "running"
    filter.limit = 1000
    filter.name = name
    let running = Dictionary(grouping: try await store.history(filter), by: \.name)
    let now = store.clock.now
    let ahead = try await store.decidedAhead(of: now)
    return scheduled.map { scheduled in
      let name = scheduled.job.name
      let isPaused = paused.contains(name)
      let next = scheduled.next(after: ahead[name] ?? now, isPaused: isPaused)
      let ended = ended[name] ?? []
      let running = running[name] ?? []
      let status = JobStatus(
        scheduled, isPaused: isPaused, next: next, last: ended.first, running: running.count)
      return JobCommand.ScheduleLine(
        schedule: status, next: next,
        bars: (running + ended).prefix(Self.bars).reversed().map { JobCommand.ScheduleLine.Bar($0) })
    }
  }

  /// A schedule with its next ticks and its policies.
  ///
  /// - Throws: `FunctionError` 404 for a job without a schedule.
  func scheduleDetails(of name: String) async throws -> JobCommand.ScheduleDetails {
    guard let line = try await scheduleLines(only: name).first,
      let scheduled = registry.scheduled.first(where: { $0.job.name == name })
    else { throw FunctionError.notFound("JOB_NOT_FOUND", "There is no job with a schedule named \(name)") }
    let now = store.clock.now
    let decided = try await store.decidedAhead(of: now)[name] ?? now
    return JobCommand.ScheduleDetails(
      line: line, ticks: Self.ticks(of: scheduled.schedule, after: decided, count: 10),
      policies: scheduled.policies)
  }

  /// The next ticks of a schedule.
  static func ticks(
    of schedule: Schedule, after instant: Date, count: Int
  ) -> [JobCommand.ScheduleDetails.Tick] {
    var ticks: [JobCommand.ScheduleDetails.Tick] = []
    var last = instant
    while ticks.count < count, let tick = schedule.next(after: last) {
      let change = schedule.clockChange(after: last, upTo: tick)
      ticks.append(.init(at: tick, local: schedule.localTime(tick), change: change?.description))
      last = tick
    }
    return ticks
  }
}

extension JobCommand.ScheduleLine.Bar {
  fileprivate init(_ run: RunRecord) {
    self.init(
      outcome: run.isDead ? "dead" : run.outcome, milliseconds: run.milliseconds,
      at: run.startedAt ?? run.scheduledAt, isManual: run.trigger == "manual")
  }
}
