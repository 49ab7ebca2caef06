import FoundationEssentials
import Loop
import Synchronization

/// The event loop of all workers' processes: their ends, their output, and their limits.
///
/// The limits are looked at ten times a second as long as any worker has calls in hand or uses the CPU, sooner when a
/// call may reach one before, and every five seconds otherwise.
final class ProcessLoop: Sendable {
  /// The time between two looks at the limits.
  static let interval = LimitRules.interval
  /// The least time between two looks.
  static let leastInterval = Duration.milliseconds(10)
  /// The time while no worker has calls.
  static let idleInterval = Duration.seconds(5)
  /// The pause after a read from a worker that writes too much. With the 64 KiB of a pipe for each read, the output is
  /// read at 6 MB/s.
  static let pause = Duration.milliseconds(10)

  private struct State {
    var processes: [UInt64: WorkerProcess] = [:]
    var nextNumber: UInt64 = 1
    var lastLook: ContinuousClock.Instant?
    /// The time from the last look to the next one while a worker is busy.
    var interval = ProcessLoop.interval
    var nextRead: ContinuousClock.Instant?
  }

  let reactor: Reactor
  private let state = Mutex(State())
  private let watching = Atomic(false)

  /// - Throws: ``WorkerStartFault`` if the process has no descriptors left.
  init() throws(WorkerStartFault) {
    do { reactor = try Reactor(named: "swiftlet-procs") } catch {
      throw WorkerStartFault("create an event loop: \(error)")
    }
  }

  func start() { reactor.start(self) }

  func stop() { reactor.stop() }

  /// Whether the next look at the limits is due after ``interval``.
  var isWatching: Bool { watching.load(ordering: .sequentiallyConsistent) }

  /// The processes that have not ended.
  var processes: [WorkerProcess] { state.withLock { Array($0.processes.values) } }

  func add(_ process: WorkerProcess) {
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      state.processes[state.nextNumber] = process
      return state.nextNumber
    }
    reactor.run { [self] in
      process.begin(number, on: reactor)
      reactor.wake()
    }
  }

  func remove(_ number: UInt64) { state.withLock { _ = $0.processes.removeValue(forKey: number) } }

  /// Looks at the limits from now on, as long as there are calls.
  func watch() {
    if watching.load(ordering: .relaxed) || watching.exchange(true, ordering: .sequentiallyConsistent) { return }
    reactor.wake()
  }

  /// Reads on from workers that write too much, after the pause.
  func readLater() {
    state.withLock { $0.nextRead = $0.nextRead ?? .now + Self.pause }
    reactor.wake()
  }

  private func look(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let (last, isEmpty, busyInterval) = state.withLock { ($0.lastLook, $0.processes.isEmpty, $0.interval) }
    let interval = isWatching ? busyInterval : Self.idleInterval
    if let last, last + interval > now, !isEmpty { return last + interval }
    let looks = processes.map { $0.look() }
    var isBusy = looks.contains(where: \.isBusy)
    let next = max(Self.leastInterval, looks.compactMap(\.soonest).min() ?? Self.interval)
    state.withLock { ($0.lastLook, $0.interval) = (now, next) }
    watching.store(isBusy, ordering: .sequentiallyConsistent)
    // A call that was claimed between the look and the store found the watch on, and did not turn it on again.
    if !isBusy, processes.contains(where: \.hasCalls) {
      isBusy = true
      watching.store(true, ordering: .sequentiallyConsistent)
    }
    // A process that is added later asks for the next look.
    return isBusy || !isEmpty ? now + (isBusy ? next : Self.idleInterval) : nil
  }
}

extension ProcessLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    // A process has two numbers: even for its end, odd for its output.
    guard let process = state.withLock({ $0.processes[number / 2] }) else { return }
    if number % 2 == 0 {
      if process.end() { remove(number / 2) }
    } else {
      process.read(isBroken: !events.isDisjoint(with: .broken))
    }
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let isDue = state.withLock { state in
      guard let next = state.nextRead, next <= now else { return false }
      state.nextRead = nil
      return true
    }
    if isDue { for process in processes { process.readOn() } }
    let look = look(now)
    return [look, state.withLock(\.nextRead)].compactMap(\.self).min()
  }
}
