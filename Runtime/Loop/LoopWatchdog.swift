import Dispatch
import Glibc
import Synchronization

/// A watchdog for one loop: it notices a job that blocks the loop's thread, so that another thread can take the loop
/// over.
///
/// Its thread starts with the first job, so a loop without tasks has none. It checks every 5 ms while jobs run, and
/// sleeps otherwise.
final class LoopWatchdog: Sendable {
  /// A job is noticed after one to two intervals.
  private static let interval = Duration.milliseconds(5)

  /// Counts the beginnings and ends of jobs: odd while a job runs, and then that job's number.
  private let count = Atomic<UInt64>(0)
  private let isChecking = Atomic(false)
  private let hasThread = Atomic(false)
  private let isOver = Atomic(false)
  private let beginning = DispatchSemaphore(value: 0)
  private let takeOver = Mutex<@Sendable (_ job: UInt64) -> Void>({ _ in })

  /// Sets the closure that is called with the number of a job that blocks.
  ///
  /// - Parameter takeOver: Starts a thread that runs the loop if it can ``end(_:)`` the job. The system may fail to
  ///   start a thread, so the call is repeated until the job has ended.
  func start(takeOver: @escaping @Sendable (_ job: UInt64) -> Void) {
    self.takeOver.withLock { $0 = takeOver }
  }

  func stop() {
    isOver.store(true, ordering: .releasing)
    beginning.signal()
  }

  /// Records that a job begins; returns its number, for ``end(_:)``.
  func begin() -> UInt64 {
    let job = count.add(1, ordering: .sequentiallyConsistent).newValue
    if !isChecking.exchange(true, ordering: .sequentiallyConsistent) {
      beginning.signal()
      if !hasThread.exchange(true, ordering: .relaxed) { startThread() }
    }
    return job
  }

  /// Whether the job still has the loop's thread.
  func isOn(_ job: UInt64) -> Bool { count.load(ordering: .sequentiallyConsistent) == job }

  /// Records that a job has ended; `false` when another thread has taken the loop over.
  ///
  /// The thread whose call returns `true` is the loop's from now on, and sees all that the loop's thread did before the
  /// job.
  func end(_ job: UInt64) -> Bool {
    count.compareExchange(expected: job, desired: job + 1, ordering: .acquiringAndReleasing).exchanged
  }

  private func startThread() {
    SystemThread.start(named: "swiftlet-watch") { [self] in
      while !isOver.load(ordering: .acquiring) {
        beginning.wait()
        check()
      }
    }
  }

  /// Checks at each interval until no job runs.
  private func check() {
    var seen = count.load(ordering: .relaxed)
    while isChecking.load(ordering: .relaxed) {
      usleep(UInt32(Self.interval.milliseconds) * 1000)
      let now = count.load(ordering: .relaxed)
      if now != seen {
        seen = now
      } else if now % 2 == 0 {
        isChecking.store(false, ordering: .sequentiallyConsistent)
        // A job that began in between may have found the check running, and not have signalled.
        if count.load(ordering: .sequentiallyConsistent) != now { isChecking.store(true, ordering: .relaxed) }
      } else {
        takeOver.withLock { $0 }(now)
      }
    }
  }
}
