import Edge
import Loop
import NIOCore

/// The connections of one loop, and the sockets that it listens on. Everything runs on the loop.
@safe final class ConnectionTable: @unchecked Sendable {
  /// Deadlines are looked at together, at most this often.
  private static let granularity = TimeAmount.milliseconds(50)

  let loop: Reactor
  let tasks: ExchangeTasks
  let running: RunningInvocations
  /// Which of the host's loops this is, what each has to do, and their tables.
  private let index: Int
  private let loads: Loads
  private let limit: ConnectionLimit
  private var tables: [Unowned] = []
  private let dispatcher: Dispatcher
  private let date: DateHeader
  private var connections: [UInt64: Connection] = [:]
  private var acceptors: [UInt64: Acceptor] = [:]
  private var lastNumber: UInt64 = 0
  private var due = NIODeadline.distantFuture
  private var isQuiescing = false
  /// How many requests are not answered and written down.
  private var exchanges = 0
  private var whenEmpty: [@Sendable () -> Void] = []
  /// What all the loop's sockets are read into.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(
    on loop: Reactor, index: Int, loads: Loads, limit: ConnectionLimit, dispatcher: Dispatcher, date: DateHeader,
    running: RunningInvocations
  ) {
    self.loop = loop
    self.running = running
    tasks = ExchangeTasks(on: loop)
    self.index = index
    self.loads = loads
    self.limit = limit
    self.dispatcher = dispatcher
    self.date = date
  }

  deinit { unsafe buffer.deallocate() }

  /// Takes a connection that was accepted, here or by another loop.
  ///
  /// - Parameters:
  ///   - isAboveLimit: Whether its request is refused, since there are more connections than the host takes.
  ///   - isNew: Whether it has had no request yet.
  private func adopt(_ descriptor: CInt, from peer: String?, isAboveLimit: Bool, isNew: Bool) {
    let socket = ClientSocket(descriptor, as: nextNumber(), on: loop)
    guard socket.isOpen else { return limit.leave() }
    let connection = Connection(
      socket, of: self, peer: peer, isAboveLimit: isAboveLimit, dispatcher: dispatcher, date: date)
    connections[socket.number] = connection
    connection.open(isNew: isNew)
    // Accepted in the last moment.
    if isQuiescing { connection.quiesce() }
  }

  /// The connection is closed.
  func remove(_ connection: Connection) {
    connections[connection.socket.number] = nil
    limit.leave()
    tellIfEmpty()
  }

  /// A request is given to a task.
  func exchangeBegins() { exchanges += 1 }

  /// Its task is done with it, and with all that is to be written down about it.
  func exchangeEnds() {
    exchanges -= 1
    tellIfEmpty()
  }

  private func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Listening

  /// Listens on a socket, until ``stopListening()``.
  ///
  /// - Returns: false if the system refuses.
  func listen(_ acceptor: Acceptor) -> Bool {
    let number = nextNumber()
    acceptors[number] = acceptor
    return acceptor.open(as: number, on: loop)
  }

  func stopListening() {
    for acceptor in acceptors.values { acceptor.close(on: loop) }
    acceptors = [:]
  }

  // MARK: Balance

  private struct Unowned: @unchecked Sendable {
    unowned let table: ConnectionTable
  }

  /// Makes the tables of a host's loops known to one another.
  func meet(_ tables: [ConnectionTable]) { self.tables = tables.map { Unowned(table: $0) } }

  /// Whether another connection may be accepted.
  var hasRoom: Bool { limit.hasRoom }

  /// Takes a connection that was accepted, or has another loop take it if this one is full.
  ///
  /// - Parameter peer: The client's address; nil on the host's own Unix socket, which serves above the limit too.
  func place(_ descriptor: CInt, from peer: String?) {
    let isAboveLimit = !limit.enter() && peer != nil
    let loads = loads.all(at: .now())
    guard tables.count > 1, case .share(let index) = Balance.advice(to: index, loads: loads) else {
      return adopt(descriptor, from: peer, isAboveLimit: isAboveLimit, isNew: true)
    }
    let other = tables[index].table
    other.loop.run { other.adopt(descriptor, from: peer, isAboveLimit: isAboveLimit, isNew: true) }
  }

  /// Hands connections over that wait for a request, as many of those as there are.
  private func handOver(_ count: Int, to index: Int) {
    let other = tables[index].table
    var left = count
    for connection in Array(connections.values) {
      guard left > 0 else { return }
      guard let descriptor = connection.release() else { continue }
      connections[connection.socket.number] = nil
      left -= 1
      other.loop.run { [peer = connection.peer] in
        other.adopt(descriptor, from: peer, isAboveLimit: false, isNew: false)
      }
    }
  }

  // MARK: The end

  /// Closes idle connections, and the others after their response.
  func quiesce() {
    isQuiescing = true
    for connection in Array(connections.values) { connection.quiesce() }
  }

  func closeAll() {
    isQuiescing = true
    for connection in Array(connections.values) { connection.close() }
  }

  /// Tells when neither a connection is left nor a request in hand.
  func whenEmpty(_ action: @escaping @Sendable () -> Void) {
    whenEmpty.append(action)
    tellIfEmpty()
  }

  private func tellIfEmpty() {
    guard connections.isEmpty, exchanges == 0 else { return }
    let actions = whenEmpty
    whenEmpty = []
    for action in actions { action() }
  }

  // MARK: Time

  /// Connections look at the clock then.
  func expect(_ instant: NIODeadline) {
    guard instant < due else { return }
    due = instant
    loop.wake()
  }
}

extension ConnectionTable: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: Reactor.Events) {
    if let connection = connections[number] {
      unsafe connection.socketIsReady(events, buffer)
    } else if let acceptor = acceptors[number], let retry = acceptor.accept(on: loop) {
      expect(.now() + retry)
    }
  }

  func hasComputed(_ share: Double) {
    let loads = loads.update(index, share, at: .now())
    guard !isQuiescing, !tables.isEmpty else { return }
    switch Balance.advice(to: index, loads: loads) {
    case .keep: break
    case .share(let other): handOver(connections.count / 2, to: other)
    case .join(let other): handOver(connections.count, to: other)
    }
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let instant = NIODeadline.now()
    if due <= instant {
      due = .distantFuture
      for acceptor in acceptors.values { acceptor.resume(on: loop) }
      for connection in Array(connections.values) where connection.deadline <= instant {
        connection.lookAtClock(instant)
      }
      let next = connections.values.lazy.map(\.deadline).min() ?? .distantFuture
      due = min(due, next == .distantFuture ? next : max(next, instant + Self.granularity))
    }
    return due == .distantFuture ? nil : now + .nanoseconds((due - instant).nanoseconds)
  }
}
