import CPostgres
import Foundation
import Synchronization

/// The one thread that waits for what the servers send, and watches the clock.
///
/// Whoever has something to say writes it himself; the loop reads, and writes only what did not fit. Between the reads it
/// runs the bodies of transactions, so that what an answer sets off needs no other thread. A body that keeps the thread
/// keeps it alone: another thread goes on as the loop.
final class ServerLoop: Sendable {
  private struct State {
    var connections: [UInt64: ServerConnection] = [:]
    var isStopping = false
    var timers: @Sendable () -> ContinuousClock.Instant? = { nil }
  }

  /// How often limits are looked at while anything is under way.
  private static let tick = Duration.milliseconds(100)
  /// How long jobs may keep the loop from reading.
  private static let jobsLimit = Duration.milliseconds(10)
  private static let wakeupNumber: UInt64 = 0

  private let epoll: CInt
  private let wakeup: CInt
  private let state = Mutex(State())
  /// Whether the loop sleeps until it is woken.
  private let isResting = Atomic(false)
  /// Whether the clock is to be looked at although nothing is due.
  private let wantsClock = Atomic(false)
  private let jobs = Mutex(Inbox<UnownedJob>())
  private let watch = BodyWatch()

  init() throws(DatabaseError) {
    epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    wakeup = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard epoll >= 0, wakeup >= 0, control(EPOLL_CTL_ADD, wakeup, Self.wakeupNumber, EPOLLIN.rawValue) else {
      let reason = unsafe String(cString: strerror(errno))
      throw DatabaseError(.cannotOpen, "Cannot watch the database's connections: \(reason)")
    }
  }

  deinit {
    close(epoll)
    close(wakeup)
  }

  /// Starts the thread, which ends after ``stop()``.
  ///
  /// - Parameter timers: Does what is due, and says when it is next: `nil` for when somebody wakes the loop.
  func start(timers: @escaping @Sendable () -> ContinuousClock.Instant?) {
    state.withLock { $0.timers = timers }
    watch.start { [weak self] turn in self?.startThread(relieving: turn) }
    startThread(relieving: nil)
  }

  private func startThread(relieving turn: UInt64?) {
    // Authors' code runs on it.
    Thread.start(named: "swiftlet-pg", stackSize: 8 << 20) { [self] in
      guard turn.map({ watch.end($0) }) ?? true else { return }
      run()
    }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// Has the clock looked at, in the current pass or the next.
  func wake() {
    wantsClock.store(true, ordering: .sequentiallyConsistent)
    endSleep()
  }

  private func endSleep() { eventfd_write(wakeup, 1) }

  /// Something has begun that the clock must be watched for.
  func noteWork() {
    if isResting.load(ordering: .sequentiallyConsistent) { wake() }
  }

  func add(_ connection: ServerConnection, socket: CInt) -> Bool {
    state.withLock { $0.connections[connection.id] = connection }
    return control(EPOLL_CTL_ADD, socket, connection.id, EPOLLIN.rawValue)
  }

  func watch(_ connection: ServerConnection, socket: CInt, writing: Bool) {
    control(EPOLL_CTL_MOD, socket, connection.id, EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0))
  }

  /// To be called before the socket is closed.
  func remove(_ connection: ServerConnection, socket: CInt) {
    control(EPOLL_CTL_DEL, socket, 0, 0)
    state.withLock { $0.connections[connection.id] = nil }
  }

  private func run() {
    var isDue = true
    var wakes: ContinuousClock.Instant?
    while true {
      if isDue {
        // Said before looking, so that whoever begins something meanwhile either is seen or wakes the loop.
        isResting.store(true, ordering: .sequentiallyConsistent)
        let (isStopping, connections, timers) = state.withLock { state in
          (state.isStopping, Array(state.connections.values), state.timers)
        }
        if isStopping { return end() }
        wakes = timers()
        let now = ContinuousClock.now
        for connection in connections { connection.watchClock(now) }
        if connections.contains(where: { $0.isBusy }) {
          isResting.store(false, ordering: .relaxed)
          let tick = now.advanced(by: Self.tick)
          wakes = wakes.map { min($0, tick) } ?? tick
        }
      }
      guard let mayRest = runJobs() else { return }
      let numbers = wait(mayRest ? wakes.map { max(.zero, $0 - .now) } : .zero)
      jobs.withLock { $0.wakeUp() }
      isDue = wantsClock.exchange(false, ordering: .sequentiallyConsistent) || wakes.map { $0 <= .now } ?? false
      for number in numbers where number != Self.wakeupNumber {
        state.withLock { $0.connections[number] }?.read()
      }
    }
  }

  private func wait(_ duration: Duration?) -> [UInt64] {
    let capacity = 64
    // Rounded up, lest it comes round before it is time.
    let milliseconds = duration.map { $0 == .zero ? 0 : CInt(clamping: $0.milliseconds + 1) } ?? -1
    return unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { buffer in
      let count = unsafe epoll_wait(epoll, buffer.baseAddress, CInt(capacity), milliseconds)
      return (0..<Int(max(count, 0))).map { index in
        var event = unsafe buffer[index]
        let number = unsafe cpostgres_event_number(&event)
        if number == Self.wakeupNumber {
          var value: UInt64 = 0
          unsafe eventfd_read(wakeup, &value)
        }
        return number
      }
    }
  }

  @discardableResult
  private func control(_ operation: CInt, _ descriptor: CInt, _ number: UInt64, _ events: UInt32) -> Bool {
    var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: number))
    return unsafe epoll_ctl(epoll, operation, descriptor, &event) == 0
  }
}

extension ServerLoop: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    switch jobs.withLock({ $0.add(job) }) {
    case .isSeen: break
    case .mustWake: endSleep()
    // A body may outlive its connection, and so the loop.
    case .refused: globalConcurrentExecutor.enqueue(job)
    }
  }

  /// Runs what waits, but not what comes of it; returns whether the loop may sleep, or `nil` when another thread has
  /// become the loop.
  private func runJobs() -> Bool? {
    let count = jobs.withLock { $0.count }
    guard count > 0 else { return jobs.withLock { $0.fallAsleep() } }
    let end = ContinuousClock.now + Self.jobsLimit
    for _ in 0..<count {
      guard let job = jobs.withLock({ $0.takeFirst() }) else { break }
      let turn = watch.begin()
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      guard watch.end(turn) else { return nil }
      if ContinuousClock.now >= end { break }
    }
    return jobs.withLock { $0.fallAsleep() }
  }

  private func end() {
    watch.stop()
    for job in jobs.withLock({ $0.end() }) { globalConcurrentExecutor.enqueue(job) }
  }
}
