import Database
import Loop

/// A pool of connections, as a state machine without I/O: the idle connections, the waiters, and when to connect.
///
/// The waiter that came first gets the next connection. While the server is unreachable the pool makes one attempt at a
/// time, with a random back-off, so that many hosts do not reconnect at the same moment.
struct ConnectionPool<Connection, Waiter> {
  /// An action for the driver.
  enum Action {
    case connect
    case resume(Waiter, Connection)
    case fail(Waiter, DatabaseError)
    case close(Connection)
  }

  /// The result of a request for a connection.
  enum Admission {
    case granted(Connection)
    case mustWait
    case refused
  }

  struct Limits {
    var size: Int
    var acquireTimeout: Duration
    var idleTimeout: Duration
  }

  /// The most connections that are opened at the same time.
  private static var connectLimit: Int { 4 }

  private let limits: Limits
  private var idle: [(connection: Connection, since: ContinuousClock.Instant)] = []
  private var waiting: [(id: UInt64, waiter: Waiter, deadline: ContinuousClock.Instant)] = []
  private var leased = 0
  private var connecting = 0
  private var failures = 0
  private var retry: ContinuousClock.Instant?
  private var lastFailure: DatabaseError?
  private var isClosing = false

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// How many waiters there are.
  var waitingCount: Int { waiting.count }

  mutating func enter(at now: ContinuousClock.Instant) -> Admission {
    guard !isClosing else { return .refused }
    guard waiting.isEmpty, let free = idle.popLast() else { return .mustWait }
    leased += 1
    return .granted(free.connection)
  }

  mutating func wait(_ waiter: Waiter, as id: UInt64, at now: ContinuousClock.Instant) -> [Action] {
    // The pool was closed after `enter`, and may have no connection left.
    guard !isClosing else { return [.fail(waiter, .closed)] }
    waiting.append((id, waiter, now.advanced(by: limits.acquireTimeout)))
    return next(at: now)
  }

  /// Removes a waiter; `nil` if it has left the queue already.
  mutating func stopWaiting(_ id: UInt64) -> Waiter? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0).waiter }
  }

  /// Ends a lease. Its connection may be leased again.
  mutating func giveBack(_ connection: Connection, at now: ContinuousClock.Instant) -> [Action] {
    leased -= 1
    idle.append((connection, now))
    return next(at: now)
  }

  /// Ends a lease whose connection is closed.
  mutating func lose(at now: ContinuousClock.Instant) -> [Action] {
    leased -= 1
    return next(at: now)
  }

  /// Removes a connection that the server has closed, if it is idle.
  mutating func loseIdle(at now: ContinuousClock.Instant, _ isIt: (Connection) -> Bool) -> [Action] {
    guard let index = idle.firstIndex(where: { isIt($0.connection) }) else { return [] }
    idle.remove(at: index)
    return next(at: now)
  }

  mutating func connected(_ connection: Connection, at now: ContinuousClock.Instant) -> [Action] {
    connecting -= 1
    (failures, retry, lastFailure) = (0, nil, nil)
    idle.append((connection, now))
    return next(at: now)
  }

  /// Adds a connection that the pool has not requested.
  mutating func adopt(_ connection: Connection, at now: ContinuousClock.Instant) -> [Action] {
    connecting += 1
    return connected(connection, at: now)
  }

  /// - Parameter chance: A random number from 0 to 1, the factor of the pause.
  mutating func failedToConnect(
    _ error: DatabaseError, at now: ContinuousClock.Instant, chance: Double
  ) -> [Action] {
    connecting -= 1
    failures += 1
    lastFailure = error
    retry = now.advanced(by: Connector.longestPause(after: failures) * chance)
    return next(at: now)
  }

  mutating func close(at now: ContinuousClock.Instant) -> [Action] {
    isClosing = true
    return next(at: now)
  }

  /// Whether the pool is closing, and no lease, waiter or connection is left.
  var isDrained: Bool { isClosing && leased == 0 && waiting.isEmpty && connecting == 0 && idle.isEmpty }

  /// When ``next(at:)`` has to be called; `nil` if no deadline runs.
  var due: ContinuousClock.Instant? {
    let expiry = waiting.first?.deadline
    let attempt = waiting.isEmpty || connecting > 0 ? nil : retry
    let idleEnd = idle.first?.since.advanced(by: limits.idleTimeout)
    return [expiry, attempt, idleEnd].compactMap(\.self).min()
  }

  /// The actions that are due.
  mutating func next(at now: ContinuousClock.Instant) -> [Action] {
    var actions: [Action] = []
    while !waiting.isEmpty, let free = idle.popLast() {
      leased += 1
      actions.append(.resume(waiting.removeFirst().waiter, free.connection))
    }
    while let first = waiting.first, first.deadline <= now {
      actions.append(.fail(waiting.removeFirst().waiter, failure))
    }
    if isClosing, waiting.isEmpty {
      actions += idle.map { .close($0.connection) }
      idle = []
    }
    while let first = idle.first, first.since.advanced(by: limits.idleTimeout) <= now {
      actions.append(.close(idle.removeFirst().connection))
    }
    let connects = connectsDue(at: now)
    connecting += connects
    return actions + Array(repeating: .connect, count: connects)
  }

  private func connectsDue(at now: ContinuousClock.Instant) -> Int {
    if let retry, now < retry { return 0 }
    let limit = failures == 0 ? Self.connectLimit : 1
    let room = limits.size - idle.count - leased - connecting
    return max(0, min(waiting.count - connecting, room, limit - connecting))
  }

  private var failure: DatabaseError {
    lastFailure
      ?? DatabaseError(
        .poolExhausted,
        "All \(limits.size) connections to the database were in use for \(limits.acquireTimeout.milliseconds) ms.")
  }
}
