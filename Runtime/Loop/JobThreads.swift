import Dispatch
import FoundationEssentials
import Synchronization

/// The thread for the jobs of a loop whose jobs block as many threads as they may. It starts with its first job, and
/// runs one job after the other.
final class SpareThread: Sendable {
  private struct State {
    var inbox = Inbox<LoopJob>()
    var isStarted = false
  }

  private let name: String
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  init(named name: String) { self.name = name }

  /// Runs a job as one of that executor's; on Swift's pool once the thread has ended.
  func run(_ job: LoopJob, on executor: UnownedTaskExecutor) {
    let (admission, isFirst) = state.withLock { state in
      defer { state.isStarted = true }
      return (state.inbox.add(job), !state.isStarted)
    }
    switch admission {
    case .isSeen: break
    case .mustWake: wake.signal()
    case .refused: return globalConcurrentExecutor.enqueue(job.job)
    }
    guard isFirst else { return }
    SystemThread.start(named: name, stackSize: 8 << 20) { [self] in
      while true {
        if let job = state.withLock({ $0.inbox.takeFirst() }) {
          unsafe job.run(on: executor)
        } else if state.withLock({ $0.inbox.isOver }) {
          return
        } else if state.withLock({ $0.inbox.fallAsleep() }) {
          wake.wait()
        }
      }
    }
  }

  /// Takes the waiting jobs, so that they run elsewhere.
  func takeWaiting() -> [LoopJob] { state.withLock { $0.inbox.takeAll() } }

  /// Ends the thread after its current job; the waiting jobs run on Swift's pool.
  func end() {
    for job in state.withLock({ $0.inbox.end() }) { globalConcurrentExecutor.enqueue(job.job) }
    wake.signal()
  }
}
