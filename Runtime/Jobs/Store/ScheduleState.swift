import FoundationEssentials

/// The stored state of a job's schedule.
struct ScheduleState: Sendable, Equatable {
  var lastTick: Date
  var isPaused: Bool
  /// The last run that is unfinished or waits for a retry.
  var lastRun: Int64?

  /// How far ahead of the clock, in seconds, ticks may be decided. After a smaller step back of the clock the schedule
  /// goes on by itself; after a larger one it needs a resumption.
  static let tolerance: Double = 3600

  /// Whether ticks are decided so far ahead of the clock that the schedule needs a resumption.
  func isAhead(of now: Date) -> Bool { lastTick > now.addingTimeInterval(Self.tolerance) }
}
