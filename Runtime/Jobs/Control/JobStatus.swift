import Edge
import FoundationEssentials
import Scheduling

/// A job with a schedule, as `jobs list` shows it.
package struct JobStatus: Sendable, Hashable, Codable {
  package let name: String
  package let schedule: String
  package let description: String
  /// The IANA name of the schedule's time zone.
  package let timeZone: String
  /// Whether the schedule runs at all.
  package let isEnabled: Bool
  package let isPaused: Bool
  /// The next tick, with the zone's offset; nil if there is none.
  package let nextRun: String?
  /// The last run that ended, or the last tick that was skipped.
  package let last: RunRecord?
  package let running: Int

  enum CodingKeys: String, CodingKey {
    case name, schedule, description
    case timeZone = "time_zone"
    case isEnabled = "is_enabled"
    case isPaused = "is_paused"
    case nextRun = "next_run"
    case last, running
  }
}

extension JobStatus {
  init(_ scheduled: JobRegistry.Scheduled, isPaused: Bool, next: Date?, last: RunRecord?, running: Int) {
    let (job, schedule) = (scheduled.job, scheduled.schedule)
    self.init(
      name: job.name, schedule: job.schedule, description: schedule.description, timeZone: job.timeZone,
      isEnabled: scheduled.isEnabled, isPaused: isPaused, nextRun: next.map(schedule.localTime), last: last,
      running: running)
  }
}

extension JobRegistry.Scheduled {
  /// The next tick; nil for a schedule that is paused, off or past its last tick.
  func next(after instant: Date, isPaused: Bool) -> Date? {
    isEnabled && !isPaused ? schedule.next(after: instant) : nil
  }
}
