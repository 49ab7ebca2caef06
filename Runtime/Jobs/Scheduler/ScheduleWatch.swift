import Edge
import FoundationEssentials
import Scheduling

/// A host's memory of when each schedule is due next, which saves queries while nothing is due.
struct ScheduleWatch {
  private let jobs: [JobRegistry.Scheduled]
  private var next: [Date?]
  /// The time since which the schedules are watched without a gap.
  var since: Date
  /// The schedules whose ticks are decided far ahead of the clock.
  private var ahead: Set<String> = []

  /// The longest pause between two checks, after which a change of the clock is noticed.
  static let longestPause: Duration = .seconds(1)

  /// The time in seconds until ticks that could not be decided are due again.
  static let retryPause: Double = 60

  init(_ jobs: [JobRegistry.Scheduled], since: Date) {
    self.jobs = jobs
    self.since = since
    // The first check reads earlier ticks from the database.
    next = jobs.map { _ in Date.distantPast }
  }

  /// Makes all schedules due if the clock was set back since the last check: their next ticks were computed from a later
  /// time. The stored instants still keep a tick from running twice.
  mutating func noteClock(_ now: Date) {
    guard now < since.addingTimeInterval(-Self.longestPause.seconds) else { return }
    next = next.map { _ in Date.distantPast }
  }

  /// Records whether the ticks of a schedule are decided far ahead of the clock.
  ///
  /// - Returns: whether they are, and were not at the last call.
  mutating func note(_ name: String, isAhead: Bool) -> Bool {
    guard isAhead else {
      ahead.remove(name)
      return false
    }
    return ahead.insert(name).inserted
  }

  /// The jobs with a tick at `now` or before.
  func due(at now: Date) -> [JobRegistry.Scheduled] {
    zip(jobs, next).filter { $0.1.map { $0 <= now } ?? false }.map(\.0)
  }

  /// Records that everything up to `now` is decided for some jobs.
  mutating func decided(_ decided: [JobRegistry.Scheduled], at now: Date) {
    let names = Set(decided.map(\.job.name))
    for (index, job) in jobs.enumerated() where names.contains(job.job.name) {
      next[index] = job.schedule.next(after: now)
    }
  }

  /// Records that the ticks of a job could not be decided. They stay due, and are decided after ``retryPause``.
  mutating func postpone(_ postponed: JobRegistry.Scheduled, at now: Date) {
    for (index, job) in jobs.enumerated() where job.job.name == postponed.job.name {
      next[index] = now.addingTimeInterval(Self.retryPause)
    }
  }

  /// The time until the next tick, at most ``longestPause``.
  func pause(at now: Date) -> Duration {
    guard let first = next.lazy.compactMap({ $0 }).min() else { return Self.longestPause }
    return min(max(.zero, .seconds(first.timeIntervalSince(now))), Self.longestPause)
  }
}
