/// The failure of a function's worker to answer a call. It is the host's error, not the function's.
///
/// The call may have begun, so the host never runs it a second time by itself.
public enum WorkerFailure: Error, Sendable, Hashable {
  /// A limit that a call or its worker has exceeded.
  public enum Resource: String, Sendable, Hashable, CaseIterable {
    /// The worker's memory.
    case memory
    /// The CPU time of one call, or of the worker without calls.
    case cpu
    /// The size of the worker's temporary files.
    case disk
    /// The number of the worker's threads.
    case threads
    /// The time of one call on the clock.
    case wallClock = "wall_clock"
  }

  /// No worker could be started. The call has not begun.
  case boot(retryAfter: Int)
  /// The worker ended while it ran the call.
  case died
  /// The call or its worker exceeded a limit. A call whose deadline passed before it was sent has not begun.
  case resourceLimit(Resource)
  /// All places of the function or its workers were taken for longer than a call may wait. The call has not begun.
  case busy(retryAfter: Int)
}

extension WorkerFailure: CustomStringConvertible {
  /// The failure in words, for the log.
  public var description: String {
    switch self {
    case .boot: "the function's worker did not start"
    case .died: "the function's worker ended during the call"
    case .resourceLimit(.memory): "the function's worker exceeded its memory limit"
    case .resourceLimit(.cpu): "the call exceeded its limit of CPU time"
    case .resourceLimit(.disk): "the function's worker exceeded its limit of temporary files"
    case .resourceLimit(.threads): "the function's worker exceeded its limit of threads"
    case .resourceLimit(.wallClock): "the call exceeded its limit of wall clock time"
    case .busy: "the function's workers stayed fully occupied"
    }
  }
}
