import Database
import FoundationEssentials
import Logging
import Synchronization

/// An engine's connections, and the loop that reads them: the driver of ``ConnectionPool``.
final class PostgresPool: Sendable {
  private typealias Waiter = CheckedContinuation<ServerConnection, any Error>
  private typealias Rules = ConnectionPool<ServerConnection, Waiter>

  private struct State {
    var rules: Rules
    var onDrained: [CheckedContinuation<Void, Never>] = []
    var isDown = false
    var hasLoggedPooler = false
  }

  let connector: Connector
  let loop: ServerLoop
  private let logger: Logger
  private let state: Mutex<State>

  init(connector: Connector, limits: PoolLimits, logger: Logger) throws {
    self.connector = connector
    self.logger = logger
    loop = try ServerLoop()
    state = Mutex(State(rules: Rules(limits)))
    loop.start { [weak self] in self?.timers() }
  }

  deinit {
    loop.stop()
  }

  var waitingCount: Int { state.withLock { $0.rules.waitingCount } }

  /// Leases a connection. The caller gives it back.
  ///
  /// - Parameter user: The user that gets it; `nil` for the program itself.
  func lease(to user: String? = nil) async throws -> ServerConnection {
    switch state.withLock({ $0.rules.enter(of: user, at: .now) }) {
    case .granted(let connection): return connection
    case .refused: throw DatabaseError.closed
    case .mustWait: break
    }
    let id = ServerConnection.makeID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { $0.wait(continuation, as: id, of: user, at: .now) }
        loop.noteWork()
        // The task may have been cancelled before the waiter was added.
        if Task.isCancelled { stopWaiting(id) }
      }
    } onCancel: {
      stopWaiting(id)
    }
  }

  /// Ends a lease. The connection rolls back an open transaction before the next lease.
  ///
  /// - Parameters:
  ///   - user: The user that has leased it.
  ///   - completion: Called once the lease has ended.
  func giveBack(
    _ connection: ServerConnection, of user: String? = nil, _ completion: @escaping @Sendable () -> Void = {}
  ) {
    if connection.isClean {
      endLease(of: connection, user)
      return completion()
    }
    connection.clean { [self] isClean in
      if !isClean { connection.close() }
      endLease(of: connection, user)
      completion()
    }
  }

  /// Adds a connection to the idle ones, unless it was lost meanwhile.
  ///
  /// Under the rules' lock: a loss before it shows here, and one after it is reported to
  /// ``ConnectionPool/loseIdle(at:_:)``.
  private func endLease(of connection: ServerConnection, _ user: String?) {
    perform { connection.isOpen ? $0.giveBack(connection, of: user, at: .now) : $0.lose(of: user, at: .now) }
  }

  /// Waits for all leases and waiters, then closes the connections and ends the loop.
  func close() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.onDrained.append(continuation) }
      stop()
    }
  }

  /// Closes the pool like ``close()``, but does not wait.
  func stop() { perform { $0.close(at: .now) } }

  private func timers() -> ContinuousClock.Instant? {
    perform { $0.next(at: .now) }
    return state.withLock { $0.rules.due }
  }

  private func stopWaiting(_ id: UInt64) {
    state.withLock { $0.rules.stopWaiting(id) }?.resume(throwing: CancellationError())
    // The last waiter of a closing pool may have left, which resumes ``close()``.
    perform { _ in [] }
  }

  /// Changes the state of the rules, and performs their actions outside of the lock.
  private func perform(_ change: @Sendable (inout Rules) -> [Rules.Action]) {
    let (actions, drained) = state.withLock { state in
      let actions = change(&state.rules)
      guard state.rules.isDrained else { return (actions, [CheckedContinuation<Void, Never>]()) }
      defer { state.onDrained = [] }
      return (actions, state.onDrained)
    }
    for action in actions {
      switch action {
      case .connect: connect()
      case .resume(let waiter, let connection): waiter.resume(returning: connection)
      case .fail(let waiter, let error): waiter.resume(throwing: error)
      case .close(let connection): connection.close()
      }
    }
    if !drained.isEmpty {
      loop.stop()
      for waiter in drained { waiter.resume() }
    }
  }

  private func connect() {
    connector.connect { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let opened): connected(opened)
      case .failure(let error): failed(error)
      }
    }
  }

  /// Adds a connection that was opened before.
  func adopt(_ opened: Connector.Opened) { connected(opened, isRequested: false) }

  private func connected(_ opened: Connector.Opened, isRequested: Bool = true) {
    let connection = ServerConnection(opened, loop: loop) { [weak self] lost in
      self?.perform { $0.loseIdle(at: .now) { $0 === lost } }
    }
    connection.start()
    let (wasDown, isNews) = state.withLock { state in
      defer {
        state.isDown = false
        state.hasLoggedPooler = state.hasLoggedPooler || opened.isPooled
      }
      return (state.isDown, opened.isPooled && !state.hasLoggedPooler)
    }
    if wasDown { logger.notice("The database is reachable again.", metadata: ["database": "\(connector.address)"]) }
    if isNews {
      logger.notice(
        "Connected through a pooler: statements are not kept prepared, and LISTEN is not available.",
        metadata: ["database": "\(connector.address)"])
    }
    // Under the rules' lock, as at the end of a lease.
    perform { rules in
      switch (connection.isOpen, isRequested) {
      case (true, true): rules.connected(connection, at: .now)
      case (true, false): rules.adopt(connection, at: .now)
      case (false, true): rules.failedToConnect(.lostConnection, at: .now, chance: .random(in: 0...1))
      case (false, false): []
      }
    }
    loop.wake()
  }

  private func failed(_ error: DatabaseError) {
    let isNews = state.withLock { state in
      defer { state.isDown = true }
      return !state.isDown
    }
    if isNews { logger.error("The database is unreachable.", metadata: ["error": "\(error.message)"]) }
    perform { $0.failedToConnect(error, at: .now, chance: .random(in: 0...1)) }
    loop.wake()
  }
}
