import Database
import Loop

/// A pool of connections, as a state machine without I/O: the idle connections, the waiters, and when to connect.
///
/// The users take turns, and the waiter of a user that came first gets its next connection. While the server is
/// unreachable the pool makes one attempt at a time, with a random back-off, so that many hosts do not reconnect at the
/// same moment.
struct ConnectionPool<Connection, Waiter> {
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

  /// The most connections that are opened at the same time.
  private static var connectLimit: Int { 4 }

  private let limits: PoolLimits
  private var idle: [(connection: Connection, since: ContinuousClock.Instant)] = []
  private var waiting = FairQueue<(waiter: Waiter, deadline: ContinuousClock.Instant)>()
  private var shares: UserShares
  private var leased = 0
  private var connecting = 0
  private var failures = 0
  private var retry: ContinuousClock.Instant?
  private var lastFailure: DatabaseError?
  private var isClosing = false

  init(_ limits: PoolLimits) {
    self.limits = limits
    shares = UserShares(of: limits.size)
  }

  var waitingCount: Int { waiting.count }

  /// - Parameter user: The user that gets the connection; `nil` for the program itself.
  mutating func enter(of user: String? = nil, at now: ContinuousClock.Instant) -> Admission {
    guard !isClosing else { return .refused }
    // While a connection is idle, only users wait whose share is used up.
    guard shares.admits(user), let free = idle.popLast() else { return .mustWait }
    lease(to: user)
    return .granted(free.connection)
  }

  mutating func wait(
    _ waiter: Waiter, as id: UInt64, of user: String? = nil, at now: ContinuousClock.Instant
  ) -> [Action] {
    // The pool was closed after `enter`, and may have no connection left.
    guard !isClosing else { return [.fail(waiter, .closed)] }
    waiting.append((waiter, now.advanced(by: limits.acquireTimeout)), as: id, of: user)
    return next(at: now)
  }

  private mutating func lease(to user: String?) {
    leased += 1
    shares.take(user)
  }

  private mutating func endLease(of user: String?) {
    leased -= 1
    shares.giveBack(user)
  }

  /// Removes a waiter; `nil` if it has left the queue already.
  mutating func stopWaiting(_ id: UInt64) -> Waiter? {
    waiting.remove(id)?.waiter
  }

  /// Ends a lease. Its connection may be leased again.
  mutating func giveBack(
    _ connection: Connection, of user: String? = nil, at now: ContinuousClock.Instant
  ) -> [Action] {
    endLease(of: user)
    idle.append((connection, now))
    return next(at: now)
  }

  /// Ends a lease whose connection is closed.
  mutating func lose(of user: String? = nil, at now: ContinuousClock.Instant) -> [Action] {
    endLease(of: user)
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
    let expiry = waiting.firsts.map { $0.element.deadline }.min()
    let attempt = waiting.isEmpty || connecting > 0 ? nil : retry
    let idleEnd = idle.first?.since.advanced(by: limits.idleTimeout)
    return [expiry, attempt, idleEnd].compactMap(\.self).min()
  }

  /// The actions that are due.
  mutating func next(at now: ContinuousClock.Instant) -> [Action] {
    var actions: [Action] = []
    while let free = idle.last, let next = waiting.takeFirst(within: shares) {
      idle.removeLast()
      lease(to: next.user)
      actions.append(.resume(next.element.waiter, free.connection))
    }
    for late in waiting.takeAll(while: { $0.deadline <= now }) {
      actions.append(.fail(late.element.waiter, failure(of: late.user)))
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

  private func failure(of user: String?) -> DatabaseError {
    let part = user == nil ? "" : ", or this user's share of them,"
    return lastFailure
      ?? DatabaseError(
        .poolExhausted,
        "All \(limits.size) connections to the database\(part) were in use for "
          + "\(limits.acquireTimeout.milliseconds) ms.")
  }
}
