import Foundation
import Synchronization

/// Notices a job that keeps its loop's thread, so that another thread can take the loop over.
///
/// While nothing runs on the loop it costs nothing; otherwise it looks fifty times a second.
final class JobWatch: Sendable {
  /// A job may have been begun up to twice as long ago when it is noticed.
  private static let interval: TimeInterval = 0.02

  /// Counts beginnings and ends: odd while a job runs.
  private let turn = Atomic<UInt64>(0)
  private let isLooking = Atomic(false)
  private let isOver = Atomic(false)
  private let beginning = DispatchSemaphore(value: 0)

  /// Starts the thread, which ends after ``stop()``.
  ///
  /// - Parameter relieve: Starts another thread, which becomes the loop if it can ``end(_:)`` the turn that it is given.
  ///   Whether it starts is not known: until it has, it is asked for again.
  func start(relieve: @escaping @Sendable (_ turn: UInt64) -> Void) {
    Thread.start(named: "swiftlet-watch") { [self] in
      while !isOver.load(ordering: .acquiring) {
        beginning.wait()
        var seen = turn.load(ordering: .relaxed)
        while isLooking.load(ordering: .relaxed) {
          Thread.sleep(forTimeInterval: Self.interval)
          let now = turn.load(ordering: .relaxed)
          if now != seen {
            seen = now
          } else if now % 2 == 0 {
            isLooking.store(false, ordering: .sequentiallyConsistent)
            // What was given to the loop meanwhile may have taken this for looking.
            if turn.load(ordering: .sequentiallyConsistent) != now { isLooking.store(true, ordering: .relaxed) }
          } else {
            relieve(now)
          }
        }
      }
    }
  }

  func stop() {
    isOver.store(true, ordering: .releasing)
    beginning.signal()
  }

  /// A job is about to run; to be ended with what this returns.
  func begin() -> UInt64 {
    let turn = turn.add(1, ordering: .sequentiallyConsistent).newValue
    if !isLooking.exchange(true, ordering: .sequentiallyConsistent) { beginning.signal() }
    return turn
  }

  /// Whether a job still has the loop.
  func isOn(_ turn: UInt64) -> Bool { self.turn.load(ordering: .sequentiallyConsistent) == turn }

  /// A job has ended; `false` when its thread was relieved meanwhile.
  func end(_ turn: UInt64) -> Bool {
    self.turn.compareExchange(expected: turn, desired: turn + 1, ordering: .acquiringAndReleasing).exchanged
  }
}
