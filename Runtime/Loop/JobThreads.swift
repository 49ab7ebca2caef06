package import Dispatch
import FoundationEssentials
import Synchronization

/// Threads for jobs that may block. A thread starts with a job for which no other thread is free, up to a maximum;
/// further jobs wait for a thread. A thread that is idle for long enough ends.
package final class JobThreads: Sendable {
  private struct Work {
    let job: LoopJob
    let executor: any TaskExecutor
  }

  private struct State {
    var inbox = Inbox<Work>()
    var threads = 0
    /// How many threads sleep and are not woken for a job yet.
    var idle = 0
  }

  private enum Step {
    case run(Work)
    case sleep
    case end
  }

  private let name: String
  private let maximum: Int
  private let idleTime: DispatchTimeInterval
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - name: the name of each thread, at most 15 letters.
  ///   - maximum: the highest number of threads, at least 1.
  ///   - idleTime: how long a thread waits for a job before it ends.
  package init(named name: String, maximum: Int, idleTime: DispatchTimeInterval = .seconds(10)) {
    self.name = name
    self.maximum = max(1, maximum)
    self.idleTime = idleTime
  }

  /// The number of threads, with idle ones.
  package var count: Int { state.withLock { $0.threads } }

  /// Runs a job as one of that executor's; on Swift's pool after ``end()``.
  func run(_ job: LoopJob, on executor: any TaskExecutor) {
    enum Reaction { case none, wake, start, refuse }
    let reaction = state.withLock { state -> Reaction in
      if case .refused = state.inbox.add(Work(job: job, executor: executor)) { return .refuse }
      if state.idle > 0 {
        state.idle -= 1
        return .wake
      }
      guard state.threads < maximum else { return .none }
      state.threads += 1
      return .start
    }
    switch reaction {
    case .none: break
    case .wake: wake.signal()
    case .start: SystemThread.start(named: name, stackSize: 8 << 20) { [self] in runJobs() }
    case .refuse: globalConcurrentExecutor.enqueue(job.job)
    }
  }

  private func runJobs() {
    while true {
      switch state.withLock({ Self.next(&$0) }) {
      case .run(let work): unsafe work.job.run(on: work.executor.asUnownedTaskExecutor())
      case .sleep: if !sleep() { return }
      case .end: return
      }
    }
  }

  private static func next(_ state: inout State) -> Step {
    if let work = state.inbox.takeFirst() { return .run(work) }
    if state.inbox.isOver {
      state.threads -= 1
      return .end
    }
    state.idle += 1
    return .sleep
  }

  /// Waits for a job; `false` if none comes, and the thread ends.
  private func sleep() -> Bool {
    guard wake.wait(timeout: .now() + idleTime) == .timedOut else { return true }
    let isOver = state.withLock { state in
      guard state.idle > 0 else { return false }
      state.idle -= 1
      state.threads -= 1
      return true
    }
    // A job came at the same moment, and its signal is meant for this thread.
    if !isOver { wake.wait() }
    return !isOver
  }

  /// Takes the waiting jobs, so that they run elsewhere.
  func takeWaiting() -> [LoopJob] { state.withLock { $0.inbox.takeAll().map(\.job) } }

  /// Ends each thread after its current job; the waiting jobs run on Swift's pool.
  package func end() {
    let (waiting, idle) = state.withLock { state in
      defer { state.idle = 0 }
      return (state.inbox.end(), state.idle)
    }
    for work in waiting { globalConcurrentExecutor.enqueue(work.job.job) }
    for _ in 0..<idle { wake.signal() }
  }
}

extension JobThreads: TaskExecutor {
  package func enqueue(_ job: consuming ExecutorJob) {
    run(LoopJob(job: UnownedJob(job), runner: nil), on: self)
  }
}
