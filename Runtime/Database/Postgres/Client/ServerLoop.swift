import Loop
import Synchronization

/// The loop that reads what the servers send, and watches the clock for them.
///
/// Whoever has something to say writes it himself; the loop reads, and writes only what did not fit. Between the reads it
/// runs the bodies of transactions.
final class ServerLoop: Sendable {
  private struct State {
    var connections: [UInt64: ServerConnection] = [:]
    var timers: @Sendable () -> ContinuousClock.Instant? = { nil }
  }

  /// How often limits are looked at while anything is under way.
  private static let tick = Duration.milliseconds(100)

  private let loop: Reactor
  private let state = Mutex(State())
  /// Whether nobody looks at the clock until the loop is woken.
  private let isResting = Atomic(false)

  init() throws(DatabaseError) {
    do throws(ReactorError) {
      loop = try Reactor(named: "swiftlet-pg")
    } catch {
      throw DatabaseError(.cannotOpen, "Cannot watch the database's connections: \(error)")
    }
  }

  /// Where the bodies of transactions run.
  var executor: any TaskExecutor { loop }

  /// Starts the thread, which ends after ``stop()``.
  ///
  /// - Parameter timers: Does what is due, and says when it is next: `nil` for when somebody wakes the loop.
  func start(timers: @escaping @Sendable () -> ContinuousClock.Instant?) {
    state.withLock { $0.timers = timers }
    loop.start(self)
  }

  func stop() { loop.stop() }

  /// Has the clock looked at, in the current pass or the next.
  func wake() { loop.wake() }

  /// Checks in debug builds that the caller is the loop's own work.
  func assertIsCurrent() { loop.assertIsCurrent() }

  /// Something has begun that the clock must be watched for.
  func noteWork() {
    if isResting.load(ordering: .sequentiallyConsistent) { wake() }
  }

  func add(_ connection: ServerConnection, socket: CInt) -> Bool {
    state.withLock { $0.connections[connection.id] = connection }
    return loop.add(socket, as: connection.id, for: .input)
  }

  func watch(_ connection: ServerConnection, socket: CInt, writing: Bool) {
    loop.change(socket, as: connection.id, to: writing ? [.input, .output] : .input)
  }

  /// To be called before the socket is closed.
  func remove(_ connection: ServerConnection, socket: CInt) {
    loop.remove(socket)
    state.withLock { $0.connections[connection.id] = nil }
  }
}

extension ServerLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: Reactor.Events) {
    state.withLock { $0.connections[number] }?.read()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    // Said before looking, so that whoever begins something meanwhile either is seen or wakes the loop.
    isResting.store(true, ordering: .sequentiallyConsistent)
    let (connections, timers) = state.withLock { (Array($0.connections.values), $0.timers) }
    let due = timers()
    for connection in connections { connection.watchClock(now) }
    guard connections.contains(where: { $0.isBusy }) else { return due }
    isResting.store(false, ordering: .relaxed)
    let tick = now.advanced(by: Self.tick)
    return due.map { min($0, tick) } ?? tick
  }
}
