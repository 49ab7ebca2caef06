import Dispatch
import FoundationEssentials
import Glibc
import Loop
import Synchronization

/// A thread that owns a connection and is the executor of an actor, whose code may call SQLite directly.
///
/// Blocking calls stay off the threads that Swift's tasks share, and a transaction's body runs on its connection's
/// thread.
final class ConnectionThread: SerialExecutor, TaskExecutor {
  /// How the thread waits when no work is left.
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
  }

  /// After how many pieces of work the deferred wake-ups are delivered.
  private static let batchSize = 8

  private let state = Mutex(State())
  private let end = Promise<Void>()
  private let wake = DispatchSemaphore(value: 0)
  private let identity = Atomic<UInt>(0)
  /// Runs the actor's jobs after the thread has ended.
  private let afterwards = DispatchQueue(label: "swiftlet.database.ended")

  var isCurrent: Bool { identity.load(ordering: .relaxed) == Self.currentIdentity }

  var hasWork: Bool { state.withLock { $0.inbox.count > 0 } }

  /// Starts the thread, which ends with `body`; the body calls ``serve(idle:)``.
  func start(named name: String, body: @escaping @Sendable () -> Void) {
    // Authors' code runs on it, which needs a large stack.
    SystemThread.start(named: name, stackSize: 8 << 20) { [self] in
      identity.store(Self.currentIdentity, ordering: .relaxed)
      body()
      identity.store(0, ordering: .relaxed)
      finish()
    }
  }

  /// Runs work until `idle`, called whenever no work is left, returns ``Rest/stop``.
  func serve(idle: () -> Rest) {
    WakeUps.batch { wakeUps in
      var count = 0
      while true {
        if let work = state.withLock({ $0.inbox.takeFirst() }) {
          run(work)
          count += 1
          if count % Self.batchSize == 0 { wakeUps.deliver() }
        } else if !sleep(idle(), delivering: wakeUps) {
          return
        }
      }
    }
  }

  /// Runs a call on the thread; does nothing once the thread has ended.
  func call(_ body: @escaping @Sendable () -> Void) {
    _ = post(.call(body))
  }

  /// Sets ``isStopping``, and makes ``serve(idle:)`` call its `idle`.
  func stop() {
    state.withLock { $0.isStopping = true }
    call {}
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func finished() async { await end.value() }

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
      // As both executors, so that a task that prefers this thread stays on it whatever the actor calls.
      unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .call(let body): body()
    }
  }

  /// Sleeps until there is work or the rest is over; `false` if the thread is to stop.
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
    for case .job(let job) in state.withLock({ $0.inbox.end() }) {
      afterwards.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
    end.fulfil(())
  }

  private static var currentIdentity: UInt { pthread_self() }
}
