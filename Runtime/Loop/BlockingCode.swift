import Synchronization

/// Some code whose runs are on the loop of their task, and on other threads after one of them has blocked a loop.
///
/// A job that blocks costs its loop 5 to 10 ms (``JobWatch``), in which all connections of the loop wait. Code that
/// always blocks costs them once in ``runsApart`` runs.
package final class BlockingCode: Sendable {
  /// How many runs are on other threads before the next one is on a loop again: the code may have blocked by chance.
  static let runsApart = 1000

  private let remaining = Atomic(0)

  package init() {}

  /// Whether the next run is on another thread than the loop's.
  var isApart: Bool { remaining.load(ordering: .relaxed) > 0 }

  /// Counts a run on another thread.
  func countRunApart() { remaining.subtract(1, ordering: .relaxed) }

  /// Records that a run has blocked a loop.
  func noteBlocking() { remaining.store(Self.runsApart, ordering: .relaxed) }
}
