/// The reason for which a run is cancelled.
enum CancelReason: Sendable, Equatable {
  /// It exceeded its function's timeout.
  case timedOut
  /// A command or a function cancelled the job.
  case cancelled
  /// Another host has taken the job over.
  case leaseLost
  /// The host stops, and the grace period is over.
  case shutdown
}
