import Database
import Loop
import Synchronization

/// The event loop of an engine's connections: it reads from the servers, checks time limits, and runs the bodies of
/// transactions.
///
/// Any thread writes to a connection. The loop writes only what the socket did not take at once.
final class ServerLoop: Sendable {
  private struct State {
    var connections: [UInt64: any ServerLoopClient] = [:]
    var timers: @Sendable () -> ContinuousClock.Instant? = { nil }
  }

  /// How often time limits are checked while a connection is busy.
  private static let tick = Duration.milliseconds(100)

  private let loop: Reactor
  private let state = Mutex(State())
  /// Whether the loop sleeps without a time limit to check. ``noteWork()`` wakes it then.
  private let isResting = Atomic(false)

  init() throws(DatabaseError) {
    do throws(SystemError) {
      loop = try Reactor(named: "swiftlet-pg")
    } catch {
      throw DatabaseError(.cannotOpen, "Cannot watch the database's connections: \(error)")
    }
  }

  var executor: any TaskExecutor { loop }

  /// Starts the thread, which ends after ``stop()``.
  ///
  /// - Parameter timers: Performs the actions that are due, and returns the instant of the next call; `nil` for no call
  ///   before a wake-up.
  func start(timers: @escaping @Sendable () -> ContinuousClock.Instant?) {
    state.withLock { $0.timers = timers }
    loop.start(self)
  }

  func stop() { loop.stop() }

  /// Makes the loop check the timers and all time limits, in the current pass or the next.
  func wake() { loop.wake() }

  /// Checks in debug builds that the caller is the loop's own work.
  func assertIsCurrent() { loop.assertIsCurrent() }

  /// Records that a time limit has begun.
  func noteWork() {
    if isResting.load(ordering: .sequentiallyConsistent) { wake() }
  }

  func add(_ connection: any ServerLoopClient, socket: CInt) -> Bool {
    state.withLock { $0.connections[connection.id] = connection }
    return loop.add(socket, as: connection.id, for: .input)
  }

  func watch(_ connection: any ServerLoopClient, socket: CInt, writing: Bool) {
    loop.change(socket, as: connection.id, to: writing ? [.input, .output] : .input)
  }

  /// Removes a connection. To be called before the socket is closed.
  func remove(_ connection: any ServerLoopClient, socket: CInt) {
    loop.remove(socket)
    state.withLock { $0.connections[connection.id] = nil }
  }
}

extension ServerLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    state.withLock { $0.connections[number] }?.read()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    // Set before the checks, so that a time limit that begins meanwhile is either checked here or wakes the loop.
    isResting.store(true, ordering: .sequentiallyConsistent)
    let (connections, timers) = state.withLock { (Array($0.connections.values), $0.timers) }
    let due = timers()
    for connection in connections { connection.checkClock(now) }
    guard connections.contains(where: { $0.isBusy }) else { return due }
    isResting.store(false, ordering: .relaxed)
    let tick = now.advanced(by: Self.tick)
    return due.map { min($0, tick) } ?? tick
  }
}
