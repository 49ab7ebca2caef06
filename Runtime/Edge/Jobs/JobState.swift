/// The state of a job in the queue.
public enum JobState: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is due, and waits for a host with a free slot.
  case available
  /// It waits for its time, or for its next try.
  case scheduled
  /// It waits because its function is paused.
  case held
  /// A host runs it.
  case running
  /// Its tries are used up, or three hosts died while they ran it. It stays in the queue for `jobs retry`.
  case dead
  /// Its handler returned.
  case completed
  /// It was cancelled.
  case cancelled
  /// Its handler, or a command, ended it without further tries.
  case discarded

  /// Whether the job waits or runs.
  public var isUnfinished: Bool {
    switch self {
    case .available, .scheduled, .held, .running: true
    case .dead, .completed, .cancelled, .discarded: false
    }
  }
}
