import Edge
import Foundation
import Scheduling

/// When each schedule is due next, as far as one host remembers: saves asking the database when nothing is due.
struct Watch {
  private let jobs: [JobRegistry.Scheduled]
  private var next: [Date?]
  /// Since when the schedules are watched without a gap.
  var since: Date

  /// Nothing is looked at for longer than this: a clock that is set is noticed by then.
  static let longestPause: Duration = .seconds(1)

  init(_ jobs: [JobRegistry.Scheduled], since: Date) {
    self.jobs = jobs
    self.since = since
    // What came before is asked of the database, once.
    next = jobs.map { _ in Date.distantPast }
  }

  /// The jobs with a tick at `now` or before.
  func due(at now: Date) -> [JobRegistry.Scheduled] {
    zip(jobs, next).filter { $0.1.map { $0 <= now } ?? false }.map(\.0)
  }

  /// Everything up to `now` is decided for some jobs.
  mutating func decided(_ decided: [JobRegistry.Scheduled], at now: Date) {
    let names = Set(decided.map(\.job.name))
    for (index, job) in jobs.enumerated() where names.contains(job.job.name) {
      next[index] = job.schedule.next(after: now)
    }
  }

  /// How long there is nothing to do.
  func pause(at now: Date) -> Duration {
    guard let first = next.lazy.compactMap({ $0 }).min() else { return Self.longestPause }
    return min(max(.zero, .seconds(first.timeIntervalSince(now))), Self.longestPause)
  }
}
