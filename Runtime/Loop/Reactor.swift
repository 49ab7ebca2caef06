import CLoop
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// An event loop: a thread that waits for descriptors and a clock, and runs tasks and actions between the waits.
///
/// A task that prefers this executor runs on the loop's thread, so that a request needs no second thread. A job of a
/// task that blocks the thread keeps it, and another thread takes the loop over.
///
/// The calls of the client and the actions are the loop's own work. It is done on one thread at a time and never while
/// a job runs there, so state that only the loop's own work touches needs no lock. A take-over happens during a job
/// alone, and the thread that takes over sees all that was done before the job (``LoopWatchdog/end(_:)``).
package final class Reactor: Sendable {
  private enum Work {
    case job(LoopJob)
    case action(@Sendable () -> Void)
  }

  /// How long work may run before descriptors are looked at again.
  private static let workLimit = Duration.milliseconds(10)
  /// The number of `wakeup` among the loop's descriptors. Those of the client count from 1.
  private static let wakeupNumber: UInt64 = 0
  /// After how many jobs and actions the deferred wake-ups are delivered.
  private static let batchSize = 8
  /// How many threads jobs may block. Further jobs share one more thread, so that the number of threads is bounded.
  static let maximumBlockedThreads = 64
  /// Runs the actions of loops that have ended, one at a time.
  private static let endedLoops = {
    let queue = DispatchQueue(label: "swiftlet.loop.ended")
    queue.setSpecific(key: isEndedLoop, value: true)
    return queue
  }()
  private static let isEndedLoop = DispatchSpecificKey<Bool>()

  private let name: String
  private let blocksSignals: Bool
  let epoll: CInt
  private let wakeup: CInt
  private let client = Mutex<(any ReactorClient)?>(nil)
  private let isStarted = Atomic(false)
  private let isStopping = Atomic(false)
  /// Whether ``wake()`` was called since the clock was looked at.
  private let wantsClock = Atomic(false)
  private let inbox = Mutex(Inbox<Work>())
  let watch = LoopWatchdog()
  private let wakeUps: WakeUps
  /// How many threads of the loop jobs block now.
  private let blockedThreads = Atomic(0)
  private let spare: JobThreads
  /// The code that a job runs, and that job's number.
  let subject = Mutex<(job: UInt64, code: BlockingCode)?>(nil)

  /// Creates a loop that does not run yet.
  ///
  /// - Parameters:
  ///   - name: The name of its threads, at most 15 letters.
  ///   - blocksSignals: Whether no signal is delivered to its threads, for a C library whose writes may raise
  ///     `SIGPIPE`.
  /// - Throws: ``SystemError`` if the process has no descriptors left.
  package init(named name: String, blocksSignals: Bool = false) throws(SystemError) {
    self.name = name
    self.blocksSignals = blocksSignals
    wakeUps = WakeUps(watch: watch)
    spare = JobThreads(named: name, maximum: 1)
    epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    wakeup = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard epoll >= 0, wakeup >= 0, add(wakeup, as: Self.wakeupNumber, for: .input) else { throw SystemError() }
  }

  deinit {
    close(epoll)
    close(wakeup)
  }

  /// Starts the thread, which ends after ``stop()``.
  package func start(_ client: any ReactorClient) {
    self.client.withLock { $0 = client }
    isStarted.store(true, ordering: .releasing)
    watch.start { [weak self] job in self?.startThread(takingOverFrom: job) }
    startThread(takingOverFrom: nil)
  }

  private func startThread(takingOverFrom job: UInt64?) {
    // Authors' code runs on it, which needs a large stack.
    SystemThread.start(named: name, stackSize: 8 << 20, blocksSignals: blocksSignals) { [self] in
      if let job {
        guard watch.end(job) else { return }
        if let subject = subject.withLock({ $0 }), subject.job == job { subject.code.countBlockingRun() }
        blockedThreads.add(1, ordering: .relaxed)
      }
      guard let client = client.withLock({ $0 }) else { return }
      let collector = unsafe UnsafeRawPointer(Unmanaged.passUnretained(wakeUps).toOpaque())
      unsafe cloop_thread().pointee = cloop_thread(loop: identity, job: 0, wake_ups: collector)
      run(client)
      unsafe cloop_thread().pointee = cloop_thread(loop: nil, job: 0, wake_ups: nil)
    }
  }

  /// Ends the thread. Tasks continue on Swift's pool, and actions run on a queue, one at a time.
  package func stop() {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Makes the loop call ``ReactorClient/lookAtClock(_:)`` in the current pass or the next.
  package func wake() {
    wantsClock.store(true, ordering: .sequentiallyConsistent)
    // Another thread may have taken the loop over from a job's thread.
    if !isCurrent || job != 0 { endSleep() }
  }

  private func endSleep() { eventfd_write(wakeup, 1) }

  // MARK: The thread

  private func run(_ client: any ReactorClient) {
    var isDue = true
    var due: ContinuousClock.Instant?
    var load = LoadMeter()
    // This thread has taken over from a job that keeps its thread.
    if blockedThreads.load(ordering: .relaxed) > 0 { client.loadMeasured(1) }
    while true {
      while isDue {
        if isStopping.load(ordering: .sequentiallyConsistent) { return end() }
        due = client.lookAtClock(.now)
        isDue = wantsClock.exchange(false, ordering: .sequentiallyConsistent)
      }
      guard let maySleep = runWork() else { return }
      isDue = wantsClock.exchange(false, ordering: .sequentiallyConsistent)
      let now = ContinuousClock.now
      if let share = load.takeShare(at: now) {
        client.loadMeasured(blockedThreads.load(ordering: .relaxed) > 0 ? 1 : share)
        // A client that hands connections to another loop defers a wake-up, and this loop may sleep next.
        wakeUps.deliver()
      }
      let end = wait(maySleep && !isDue ? due.map { max(.zero, $0 - now) } : .zero, from: now, client)
      load.addWait(end - now)
      isDue = wantsClock.exchange(false, ordering: .sequentiallyConsistent) || isDue || due.map { $0 <= end } ?? false
    }
  }

  /// Waits for descriptors, at most that long (`nil` is for ever), and passes the ready ones on.
  ///
  /// - Returns: the end of the wait. The clock is not read again for a wait of no time.
  private func wait(
    _ duration: Duration?, from start: ContinuousClock.Instant, _ client: any ReactorClient
  ) -> ContinuousClock.Instant {
    let capacity = 64
    // Rounded up: an earlier end of the wait would find nothing due.
    let milliseconds = duration.map { $0 == .zero ? 0 : CInt(clamping: $0.milliseconds + 1) } ?? -1
    return unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { buffer in
      let count = Int(max(unsafe epoll_wait(epoll, buffer.baseAddress, CInt(capacity), milliseconds), 0))
      let end = milliseconds == 0 ? start : ContinuousClock.now
      inbox.withLock { $0.wakeUp() }
      for index in 0..<count {
        var event = unsafe buffer[index]
        let number = unsafe cloop_event_number(&event)
        if number != Self.wakeupNumber {
          client.descriptorIsReady(number, DescriptorEvents(rawValue: unsafe event.events))
        } else {
          var value: UInt64 = 0
          unsafe eventfd_read(wakeup, &value)
        }
      }
      return end
    }
  }

  /// Runs the work that is queued now, but not the work that it adds. Returns whether the loop may sleep, or `nil` when
  /// another thread has taken the loop over.
  private func runWork() -> Bool? {
    let count = inbox.withLock { $0.count }
    guard count > 0 else {
      wakeUps.deliver()
      return inbox.withLock { $0.fallAsleep() }
    }
    let end = ContinuousClock.now + Self.workLimit
    for number in 1...count {
      guard let work = inbox.withLock({ $0.takeFirst() }) else { break }
      switch work {
      case .action(let action): action()
      case .job(let job) where blockedThreads.load(ordering: .relaxed) >= Self.maximumBlockedThreads:
        spare.run(job, on: self)
      case .job(let job): guard run(job) else { return nil }
      }
      if number % Self.batchSize == 0 { wakeUps.deliver() }
      if ContinuousClock.now >= end { break }
    }
    wakeUps.deliver()
    return inbox.withLock { $0.fallAsleep() }
  }

  /// Runs a job; `false` when another thread has taken the loop over meanwhile.
  private func run(_ job: LoopJob) -> Bool {
    setJob(watch.begin())
    unsafe job.run(on: asUnownedTaskExecutor())
    guard watch.end(self.job) else {
      blockedThreads.subtract(1, ordering: .relaxed)
      // This thread ends, so that one more job may block a thread. The jobs that wait for the spare thread go back to
      // the loop, where those that do not block run without waiting for each other.
      for job in spare.takeWaiting() { post(.job(job)) }
      return false
    }
    setJob(0)
    return true
  }

  private func end() {
    watch.stop()
    spare.end()
    wakeUps.deliver()
    client.withLock { $0 = nil }
    for work in inbox.withLock({ $0.end() }) { runElsewhere(work) }
  }

  // MARK: The current thread

  /// Checks in debug builds that the caller is the loop's own work.
  ///
  /// Before ``start(_:)`` the loop's creator may touch the state that the loop confines, and after the end the loop's
  /// actions may.
  package func assertIsCurrent(file: StaticString = #fileID, line: UInt = #line) {
    assert(
      isCurrent
        ? job == 0
        : !isStarted.load(ordering: .acquiring) || DispatchQueue.getSpecific(key: Self.isEndedLoop) == true,
      "State of the loop \(name) is touched outside of the loop's own work", file: file, line: line)
  }

  /// Runs an action as the loop's own work: at once if the caller is on the loop's thread, otherwise later.
  package func run(_ action: @escaping @Sendable () -> Void) {
    if !runHere(action) { post(.action(action)) }
  }

  /// Runs an action at once as the loop's own work if the caller is on the loop's thread; otherwise does nothing and
  /// returns false.
  package func runHere(_ action: () -> Void) -> Bool {
    guard isCurrent else { return false }
    let job = job
    if job == 0 {
      action()
      return true
    }
    // The watch counts the job as ended during the action: no other thread takes the loop over meanwhile, and the
    // action's time is not the job's.
    guard watch.end(job) else { return false }
    setJob(0)
    action()
    setJob(watch.begin())
    return true
  }

  /// Runs an action as the loop's own work in the loop's next turn, after that turn's ready descriptors.
  package func runLater(_ action: @escaping @Sendable () -> Void) { post(.action(action)) }

  private func post(_ work: Work) {
    switch inbox.withLock({ $0.add(work) }) {
    case .isSeen: break
    case .mustWake: WakeUps.post { [self] in endSleep() }
    // A task may outlive the loop.
    case .refused: runElsewhere(work)
    }
  }

  private func runElsewhere(_ work: Work) {
    switch work {
    case .job(let job): globalConcurrentExecutor.enqueue(job.job)
    case .action(let action): Self.endedLoops.async(execute: action)
    }
  }
}

extension Reactor: TaskExecutor {
  package func enqueue(_ job: consuming ExecutorJob) { post(.job(LoopJob(job: UnownedJob(job), runner: nil))) }

  /// Runs a job of a task that prefers `runner`, as the loop runs those of its own tasks.
  package func enqueue(_ job: consuming ExecutorJob, by runner: any LoopJobRunner) {
    post(.job(LoopJob(job: UnownedJob(job), runner: runner)))
  }
}
