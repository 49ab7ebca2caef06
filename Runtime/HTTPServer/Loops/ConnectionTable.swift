import Glibc
import Loop
import NIOCore

/// The connections and listening sockets of one loop. `@unchecked`: once the loop runs, it is used only on the loop's
/// thread.
@safe final class ConnectionTable: @unchecked Sendable {
  /// The least time between two checks of the deadlines.
  private static let granularity = TimeAmount.milliseconds(50)

  let loop: Reactor
  private let loads: Loads
  private let limit: ConnectionLimit
  private var tables: [Unowned] = []
  private let setup: ConnectionSetup
  private var connections: [UInt64: Connection] = [:]
  private let tunnels: Tunnels
  private var acceptors: [UInt64: Acceptor] = [:]
  private var lastNumber: UInt64 = 0
  /// The instant of the next check of the deadlines.
  private var due = NIODeadline.distantFuture
  private var isQuiescing = false
  private var exchanges = 0
  private var whenEmpty: [@Sendable () -> Void] = []
  /// The receive buffer of all sockets of the loop.
  private let buffer = ReadBuffer()

  init(on loop: Reactor, loads: Loads, limit: ConnectionLimit, setup: ConnectionSetup) {
    self.loop = loop
    self.loads = loads
    self.limit = limit
    self.setup = setup
    tunnels = Tunnels(on: loop, setup.limits, buffer)
  }

  private var index: Int { setup.loopIndex }

  /// Takes a connection that was accepted, here or by another loop. A new one has had no request yet; the request of
  /// one above the limit is refused.
  private func adopt(_ descriptor: CInt, from peer: String?, isAboveLimit: Bool, isNew: Bool) {
    let socket = ClientSocket(descriptor, as: nextNumber(), on: loop)
    guard socket.isOpen else { return limit.leave(from: peer) }
    let connection = Connection(socket, of: self, peer: peer, isAboveLimit: isAboveLimit, setup)
    connections[socket.number] = connection
    connection.open(isNew: isNew)
    // The server began to stop while the connection was accepted.
    if isQuiescing { connection.quiesce() }
  }

  private func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Listening

  /// Listens on a socket, until ``stopListening()``; false if the system refuses.
  func listen(_ acceptor: Acceptor) -> Bool {
    loop.assertIsCurrent()
    let number = nextNumber()
    guard acceptor.open(as: number, on: loop) else { return false }
    acceptors[number] = acceptor
    return true
  }

  func stopListening() {
    loop.assertIsCurrent()
    for acceptor in acceptors.values { acceptor.close(on: loop) { place($0, from: $1) } }
    acceptors = [:]
  }

  // MARK: Balance

  /// A reference to another table. `@unchecked`: the table is used only on its own loop's thread.
  private struct Unowned: @unchecked Sendable {
    unowned let table: ConnectionTable
  }

  /// Sets the tables of the server, before the loops start.
  func connect(to tables: [ConnectionTable]) { self.tables = tables.map { Unowned(table: $0) } }

  /// Takes an accepted connection, or passes it to another loop if this one is full. A Unix socket has no peer and no
  /// limit.
  private func place(_ descriptor: CInt, from peer: String?) {
    let admission = limit.enter(from: peer)
    guard admission != .networkClosed else {
      Glibc.close(descriptor)
      return limit.leave(from: peer)
    }
    let isAboveLimit = admission != .admitted
    let loads = loads.all(at: .now())
    guard tables.count > 1, case .share(let index) = Balance.advice(to: index, loads: loads) else {
      return adopt(descriptor, from: peer, isAboveLimit: isAboveLimit, isNew: true)
    }
    let other = tables[index].table
    other.loop.run { other.adopt(descriptor, from: peer, isAboveLimit: isAboveLimit, isNew: true) }
  }

  /// Hands idle connections over to another loop.
  private func handOver(_ count: Int, to index: Int) {
    let other = tables[index].table
    var left = count
    for connection in Array(connections.values) {
      guard left > 0 else { return }
      guard let descriptor = connection.release() else { continue }
      connections[connection.number] = nil
      left -= 1
      other.loop.run { [peer = connection.peer] in
        other.adopt(descriptor, from: peer, isAboveLimit: false, isNew: false)
      }
    }
  }

  // MARK: The end

  /// Closes idle connections at once, and the others after their response.
  func quiesce() {
    loop.assertIsCurrent()
    isQuiescing = true
    for connection in Array(connections.values) { connection.quiesce() }
    expect(tunnels.quiesce())
  }

  func closeAll() {
    loop.assertIsCurrent()
    isQuiescing = true
    for connection in Array(connections.values) { connection.close() }
    tunnels.closeAll()
  }

  /// Calls an action as soon as there is neither a connection nor an exchange.
  func whenEmpty(_ action: @escaping @Sendable () -> Void) {
    loop.assertIsCurrent()
    whenEmpty.append(action)
    tellIfEmpty()
  }

  private func tellIfEmpty() {
    guard connections.isEmpty, tunnels.isEmpty, exchanges == 0 else { return }
    let actions = whenEmpty
    whenEmpty = []
    for action in actions { action() }
  }

  /// Ends the loop; tasks that are left go on elsewhere.
  func stop() { loop.stop() }
}

extension ConnectionTable: ConnectionOwner {
  func remove(_ number: UInt64) {
    loop.assertIsCurrent()
    limit.leave(from: connections.removeValue(forKey: number)?.peer)
    tellIfEmpty()
  }

  func replace(
    _ number: UInt64, byTunnelOn descriptor: CInt, unread: [UInt8],
    _ run: @escaping @Sendable (ByteStream) async -> Void
  ) {
    loop.assertIsCurrent()
    let peer = connections.removeValue(forKey: number)?.peer
    exchanges += 1
    var task: Task<Void, Never>?
    let tunnel = tunnels.add(descriptor, as: number, unread: unread) { [self] in
      task?.cancel()
      limit.leave(from: peer)
      tellIfEmpty()
    }
    task = Task(executorPreference: loop) { [self] in
      await run(tunnel)
      tunnel.close()
      loop.run { [self] in exchangeIsOver() }
    }
    expect(tunnels.deadline(of: tunnel))
  }

  func run(_ exchange: Exchange) -> Task<Void, Never> {
    loop.assertIsCurrent()
    exchanges += 1
    // An immediate response does not wait for the tasks of functions.
    return exchange.handler.isImmediate
      ? Task.immediate(executorPreference: loop) { await exchange.run() }
      : Task(executorPreference: loop) { await exchange.run() }
  }

  func exchangeIsOver() {
    loop.assertIsCurrent()
    exchanges -= 1
    tellIfEmpty()
  }

  func expect(_ instant: NIODeadline) {
    loop.assertIsCurrent()
    guard instant < due else { return }
    due = instant
    loop.wake()
  }
}

extension ConnectionTable: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    loop.assertIsCurrent()
    if let connection = connections[number] {
      unsafe connection.socketIsReady(events, buffer.bytes)
    } else if let tunnel = tunnels[number] {
      tunnel.descriptorIsReady(events)
    } else if let acceptor = acceptors[number], let retry = acceptor.accept(on: loop, limit, { place($0, from: $1) }) {
      expect(.now() + retry)
    }
  }

  func loadMeasured(_ share: Double) {
    let loads = loads.update(index, share, at: .now())
    guard !isQuiescing, !tables.isEmpty else { return }
    switch Balance.advice(to: index, loads: loads) {
    case .keep: break
    case .share(let other): handOver(connections.count / 2, to: other)
    case .join(let other): handOver(connections.count, to: other)
    }
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    loop.assertIsCurrent()
    let instant = NIODeadline.now()
    if due <= instant {
      due = .distantFuture
      for acceptor in acceptors.values { acceptor.resume(on: loop) }
      for connection in Array(connections.values) where connection.deadline <= instant {
        connection.lookAtClock(instant)
      }
      tunnels.closeIdle()
      let next = min(connections.values.lazy.map(\.deadline).min() ?? .distantFuture, tunnels.deadline)
      due = min(due, next == .distantFuture ? next : max(next, instant + Self.granularity))
    }
    return due == .distantFuture ? nil : now + .nanoseconds((due - instant).nanoseconds)
  }
}
