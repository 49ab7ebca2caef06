import FoundationEssentials

/// The stored state of a job's schedule.
struct ScheduleState: Sendable, Equatable {
  var lastTick: Date
  var isPaused: Bool
  /// The last run that is unfinished or waits for a retry.
  var lastRun: Int64?
}
