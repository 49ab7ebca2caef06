import FoundationEssentials

/// The state of a job after a try.
enum Disposition: Sendable, Equatable {
  /// It has ended.
  case finished
  /// It runs again at an instant.
  case again(at: Date, usesAttempt: Bool)
  /// Its tries are used up. It stays in the queue for inspection.
  case dead
}
