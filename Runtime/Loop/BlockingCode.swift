import Synchronization

/// The code of a function. It runs on the loop of its task, and on other threads after several runs have blocked a
/// loop.
///
/// A job that blocks costs its loop 5 to 10 ms (``LoopWatchdog``), in which all connections of the loop wait. A single
/// such job says little: on a machine without an idle core, a thread may wait that long for its turn.
package final class BlockingCode: Sendable {
  /// How many runs are on other threads before the next one is on a loop again.
  static let runsApart = 1000
  /// What a run that blocks adds to the score. Each other run on a loop takes 1 off.
  private static let weight = 100
  /// The score above which the code runs on other threads: the third of three runs in a row exceeds it.
  private static let limit = 250

  private let remaining = Atomic(0)
  private let points = Atomic(0)

  package init() {}

  /// The score: how often runs have blocked a loop lately.
  var score: Int { points.load(ordering: .relaxed) }

  /// Whether the next run is on another thread than the loop's.
  package var isApart: Bool { remaining.load(ordering: .relaxed) > 0 }

  func countRunApart() { remaining.subtract(1, ordering: .relaxed) }

  /// Counts a run on a loop that has not blocked it.
  func countRun() {
    if points.load(ordering: .relaxed) > 0 { points.subtract(1, ordering: .relaxed) }
  }

  func countBlockingRun() {
    guard points.add(Self.weight, ordering: .relaxed).newValue > Self.limit else { return }
    points.store(0, ordering: .relaxed)
    remaining.store(Self.runsApart, ordering: .relaxed)
  }
}
