import CLoop
import Foundation
import Synchronization

/// Who lives on a loop: the loop's thread calls it, and nobody else.
package protocol ReactorClient: AnyObject, Sendable {
  /// A descriptor that was added under this number can be read or written, or is broken.
  func descriptorIsReady(_ number: UInt64, _ events: Reactor.Events)
  /// Does what is due, and says when to ask again; `nil` for when ``Reactor/wake()`` says so.
  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant?
  /// How much of its time the loop has computed since the last call, from 0 to 1, and 1 while jobs keep threads of its
  /// own; told every 50 ms at most, when it has had something to do.
  func hasComputed(_ share: Double)
}

extension ReactorClient {
  package func hasComputed(_ share: Double) {}
}

/// A thread that waits for descriptors and a clock, and runs tasks between.
///
/// What a descriptor sets off needs no other thread: the tasks that prefer this executor run here. One that keeps the
/// thread keeps it alone: another thread goes on as the loop.
package final class Reactor: Sendable {
  private enum Work {
    case job(UnownedJob)
    case action(@Sendable () -> Void)
  }

  /// How long work may keep the loop from its descriptors.
  private static let workLimit = Duration.milliseconds(10)
  private static let wakeupNumber: UInt64 = 0
  /// After how many jobs whoever waits for them is woken.
  private static let jobsTogether = 8
  /// How many jobs may keep threads. Those that come then share one more, so that a flood of work that computes is no
  /// flood of threads.
  static let maximumKept = 16
  /// Runs what is asked of a loop that has ended, one after the other too.
  private static let afterwards = DispatchQueue(label: "swiftlet.loop.ended")

  private let name: String
  let epoll: CInt
  private let wakeup: CInt
  private let client = Mutex<(any ReactorClient)?>(nil)
  private let isStopping = Atomic(false)
  /// Whether the clock is to be looked at although nothing is due.
  private let wantsClock = Atomic(false)
  private let inbox = Mutex(Inbox<Work>())
  private let watch = JobWatch()
  /// What the loop owes other threads until it has run what it has, or a part of it.
  private let wakeUps = WakeUps()
  /// How many jobs keep threads that were the loop's.
  private let kept = Atomic(0)
  private let spare: SpareThread

  /// A loop that does not run yet.
  ///
  /// - Parameter name: Its threads' name, at most 15 letters.
  /// - Throws: ``ReactorError`` if the process has no descriptors left.
  package init(named name: String) throws(ReactorError) {
    self.name = name
    spare = SpareThread(named: name)
    epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    wakeup = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard epoll >= 0, wakeup >= 0, add(wakeup, as: Self.wakeupNumber, for: .input) else { throw ReactorError() }
  }

  deinit {
    close(epoll)
    close(wakeup)
  }

  /// Starts the thread, which ends after ``stop()``.
  package func start(_ client: any ReactorClient) {
    self.client.withLock { $0 = client }
    watch.start { [weak self] turn in self?.startThread(relieving: turn) }
    startThread(relieving: nil)
  }

  private func startThread(relieving turn: UInt64?) {
    // Authors' code runs on it.
    Thread.start(named: name, stackSize: 8 << 20) { [self] in
      if let turn {
        guard watch.end(turn) else { return }
        kept.add(1, ordering: .relaxed)
      }
      guard let client = client.withLock({ $0 }) else { return }
      unsafe cloop_seat().pointee = cloop_seat(loop: identity, turn: 0, collector: nil)
      run(client)
      unsafe cloop_seat().pointee = cloop_seat(loop: nil, turn: 0, collector: nil)
    }
  }

  /// Ends the thread; the tasks that are left go on elsewhere.
  package func stop() {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Has the clock looked at, in the current pass or the next.
  package func wake() {
    wantsClock.store(true, ordering: .sequentiallyConsistent)
    // A job's thread may be the loop no more.
    if !isCurrent || turn != 0 { endSleep() }
  }

  private func endSleep() { eventfd_write(wakeup, 1) }

  // MARK: The thread

  private func run(_ client: any ReactorClient) {
    var isDue = true
    var due: ContinuousClock.Instant?
    var load = LoadMeter()
    var courtesy = Courtesy()
    var ready = 0
    // Somebody else's job has had the loop for so long that this thread was started.
    if kept.load(ordering: .relaxed) > 0 { client.hasComputed(1) }
    while true {
      while isDue {
        if isStopping.load(ordering: .sequentiallyConsistent) { return end() }
        due = client.lookAtClock(.now)
        isDue = wantsClock.exchange(false, ordering: .sequentiallyConsistent)
      }
      guard let mayRest = runWork() else { return }
      isDue = wantsClock.exchange(false, ordering: .sequentiallyConsistent)
      let now = ContinuousClock.now
      if let share = load.share(at: now, computed: Self.threadTime) {
        client.hasComputed(kept.load(ordering: .relaxed) > 0 ? 1 : share)
      }
      let mayWait = mayRest && !isDue
      if mayWait, courtesy.isDue(afterPassOf: ready, at: now) {
        sched_yield()
        courtesy.ended(from: now, to: .now)
      }
      ready = wait(mayWait ? due.map { max(.zero, $0 - now) } : .zero, client)
      isDue = wantsClock.exchange(false, ordering: .sequentiallyConsistent) || isDue || due.map { $0 <= .now } ?? false
    }
  }

  /// Waits for descriptors; returns how many have something.
  private func wait(_ duration: Duration?, _ client: any ReactorClient) -> Int {
    let capacity = 64
    // Rounded up, lest it comes round before it is time.
    let milliseconds = duration.map { $0 == .zero ? 0 : CInt(clamping: $0.milliseconds + 1) } ?? -1
    return unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { buffer in
      let count = Int(max(unsafe epoll_wait(epoll, buffer.baseAddress, CInt(capacity), milliseconds), 0))
      inbox.withLock { $0.wakeUp() }
      for index in 0..<count {
        var event = unsafe buffer[index]
        let number = unsafe cloop_event_number(&event)
        if number != Self.wakeupNumber {
          client.descriptorIsReady(number, Events(rawValue: unsafe event.events))
        } else {
          var value: UInt64 = 0
          unsafe eventfd_read(wakeup, &value)
        }
      }
      return count
    }
  }

  /// How long this thread has computed.
  private static func threadTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Runs what waits, but not what comes of it; returns whether the loop may sleep, or `nil` when another thread has
  /// become the loop.
  private func runWork() -> Bool? {
    let count = inbox.withLock { $0.count }
    guard count > 0 else {
      wakeUps.pay()
      return inbox.withLock { $0.fallAsleep() }
    }
    let end = ContinuousClock.now + Self.workLimit
    for number in 1...count {
      guard let work = inbox.withLock({ $0.takeFirst() }) else { break }
      switch work {
      case .action(let action): action()
      case .job(let job) where kept.load(ordering: .relaxed) >= Self.maximumKept:
        unsafe spare.run(job, on: asUnownedTaskExecutor())
      case .job(let job):
        setTurn(watch.begin())
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        guard watch.end(turn) else {
          kept.subtract(1, ordering: .relaxed)
          return nil
        }
        setTurn(0)
      }
      if number % Self.jobsTogether == 0 { wakeUps.pay() }
      if ContinuousClock.now >= end { break }
    }
    wakeUps.pay()
    return inbox.withLock { $0.fallAsleep() }
  }

  private func end() {
    watch.stop()
    spare.end()
    wakeUps.pay()
    client.withLock { $0 = nil }
    for work in inbox.withLock({ $0.end() }) { runElsewhere(work) }
  }

  // MARK: Who is here

  /// The loop whose thread this is, or was until a job kept it.
  static var current: Reactor? {
    unsafe cloop_seat().pointee.loop.map { unsafe Unmanaged<Reactor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a wake-up that this thread owes.
  func owe(_ wakeUp: @escaping @Sendable () -> Void) {
    wakeUps.add(wakeUp)
    // Who has taken the loop over may have paid already, and sleep.
    if turn != 0, !watch.isOn(turn) { wakeUps.pay() }
  }

  private var identity: UnsafeRawPointer { unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// The turn of the job that runs on this thread; 0 for the loop's own work.
  private var turn: UInt64 { unsafe cloop_seat().pointee.turn }

  private func setTurn(_ turn: UInt64) { unsafe cloop_seat().pointee.turn = turn }

  /// Whether the caller runs on the loop's thread, or on one that was the loop until its job kept it.
  private var isCurrent: Bool { unsafe cloop_seat().pointee.loop == identity }

  /// Runs an action as the loop's own work, one at a time with all of that: at once where this is the loop.
  package func run(_ action: @escaping @Sendable () -> Void) {
    if !runHere(action) { post(.action(action)) }
  }

  /// Runs an action as the loop's own work if this is the loop, and does nothing elsewhere.
  ///
  /// - Returns: whether it ran.
  package func runHere(_ action: () -> Void) -> Bool {
    guard isCurrent else { return false }
    let turn = turn
    if turn == 0 {
      action()
      return true
    }
    guard watch.end(turn) else { return false }
    // The job has given its turn back, so nobody relieves it meanwhile.
    setTurn(0)
    action()
    setTurn(watch.begin())
    return true
  }

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
    case .job(let job): globalConcurrentExecutor.enqueue(job)
    case .action(let action): Self.afterwards.async(execute: action)
    }
  }
}

extension Reactor: TaskExecutor {
  package func enqueue(_ job: consuming ExecutorJob) { post(.job(UnownedJob(job))) }
}

/// Why a loop cannot be made, in the system's words.
package struct ReactorError: Error, CustomStringConvertible {
  package let description: String

  init() { description = unsafe String(cString: strerror(errno)) }
}

extension Duration {
  /// In whole milliseconds, rounded down.
  package var milliseconds: Int64 {
    let parts = components
    return parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
  }
}
