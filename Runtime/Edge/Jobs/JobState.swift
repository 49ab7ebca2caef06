/// Where a job is between its enqueuing and its end.
public enum JobState: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is due, and waits for a host with room.
  case available
  /// It waits for its time, or for its next try.
  case scheduled
  /// It waits because its function is paused.
  case held
  /// A host runs it.
  case running
  /// Its tries are used up, or its host died under it three times: it stays in the queue for `jobs retry`.
  case dead
  /// Its handler returned.
  case completed
  /// It was cancelled.
  case cancelled
  /// Its handler, or a command, said that no try would do better.
  case discarded

  /// Whether the job has not ended: it waits or runs.
  public var isUnfinished: Bool {
    switch self {
    case .available, .scheduled, .held, .running: true
    case .dead, .completed, .cancelled, .discarded: false
    }
  }
}
