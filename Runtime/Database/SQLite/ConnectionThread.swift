import Dispatch
import Foundation
import Loop
import Synchronization

/// A thread that owns a connection and is an actor's executor: what the actor runs may call SQLite as it stands.
///
/// Blocking calls stay off the threads that Swift's tasks share, and a transaction's body runs where its connection is.
final class ConnectionThread: SerialExecutor, TaskExecutor {
  /// What a thread does when nothing is left to run.
  enum Rest {
    case untilWork
    case until(ContinuousClock.Instant)
    case stop
  }

  private enum Work {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }

  private struct State {
    var inbox = Inbox<Work>()
    var isStopping = false
    var hasFinished = false
    var onFinish: [CheckedContinuation<Void, Never>] = []
  }

  /// After how many jobs whoever waits for them is woken.
  private static let jobsTogether = 8

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let identity = Atomic<UInt>(0)
  /// Runs what still comes to the actor after the thread has ended.
  private let afterwards = DispatchQueue(label: "swiftlet.database.ended")

  /// Whether the caller runs on this thread.
  var isCurrent: Bool { identity.load(ordering: .relaxed) == Self.currentIdentity }

  /// Whether something waits to be run.
  var hasWork: Bool { state.withLock { $0.inbox.count > 0 } }

  /// Starts the thread; it ends with `body`, which is expected to call `serve`.
  func start(named name: String, body: @escaping @Sendable () -> Void) {
    // Authors' code runs on it.
    Thread.start(named: name, stackSize: 8 << 20) { [self] in
      identity.store(Self.currentIdentity, ordering: .relaxed)
      body()
      identity.store(0, ordering: .relaxed)
      finish()
    }
  }

  /// Runs what comes, until `idle`, asked whenever nothing is left, says to stop.
  func serve(idle: () -> Rest) {
    WakeUps.batch { wakeUps in
      var count = 0
      while true {
        if let work = state.withLock({ $0.inbox.takeFirst() }) {
          run(work)
          count += 1
          if count % Self.jobsTogether == 0 { wakeUps.deliver() }
        } else if !sleep(idle(), delivering: wakeUps) {
          return
        }
      }
    }
  }

  /// Runs a call on the thread, or not at all if it has ended.
  func call(_ body: @escaping @Sendable () -> Void) {
    _ = post(.call(body))
  }

  /// Asks the thread to stop once nothing is left to run; `serve` with an `idle` of its own may stop later.
  func stop() {
    state.withLock { $0.isStopping = true }
    call {}
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Returns when the thread's body has ended.
  func finished() async {
    await withCheckedContinuation { continuation in
      let hasFinished = state.withLock { state in
        if !state.hasFinished { state.onFinish.append(continuation) }
        return state.hasFinished
      }
      if hasFinished { continuation.resume() }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard post(.job(job)) else {
      afterwards.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      return
    }
  }

  func checkIsolated() {
    Swift.precondition(isCurrent, "The connection's state is used outside of its thread.")
  }

  private func post(_ work: Work) -> Bool {
    switch state.withLock({ $0.inbox.add(work) }) {
    case .isSeen: return true
    case .mustWake: WakeUps.post { [wake] in wake.signal() }
    case .refused: return false
    }
    return true
  }

  private func run(_ work: Work) {
    switch work {
    case .job(let job):
      // As both, so that a task that prefers this thread is where it belongs, whatever the actor calls.
      unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .call(let body): body()
    }
  }

  /// Sleeps as long as it may; `false` when the thread is to stop.
  private func sleep(_ rest: Rest, delivering wakeUps: WakeUps) -> Bool {
    guard state.withLock({ $0.inbox.fallAsleep() }) else { return true }
    wakeUps.deliver()
    switch rest {
    case .stop:
      return false
    case .untilWork:
      wake.wait()
    case .until(let instant):
      let left = (instant - .now).components
      let nanoseconds = max(0, left.seconds * 1_000_000_000 + left.attoseconds / 1_000_000_000)
      _ = wake.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
    }
    return true
  }

  private func finish() {
    let (left, waiters) = state.withLock { state in
      state.hasFinished = true
      defer { state.onFinish = [] }
      return (state.inbox.end(), state.onFinish)
    }
    for case .job(let job) in left {
      afterwards.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
    for waiter in waiters { waiter.resume() }
  }

  private static var currentIdentity: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }
}
