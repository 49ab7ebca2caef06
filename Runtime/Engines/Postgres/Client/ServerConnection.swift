import Database
import FoundationEssentials
import Loop
import Synchronization

/// A connection to the server. Its holder writes to it from any thread, and the loop reads the results.
///
/// Lock order: the state of a pool or of a transaction, then the connection's, then the loop's. So completions and the
/// holder's methods are called outside of the connection's lock.
final class ServerConnection: Sendable {
  private struct State {
    var handle: ServerHandle?
    var queue = RoundTripQueue()
    var cache = StatementCache(limit: 256)
    /// Whether the loop waits for room to write.
    var writes = false
    /// Whether a statement may have changed the session beyond its transaction.
    var isTainted = false
    /// Whether a cancellation was sent, which may still reach a later statement.
    var wasInterrupted = false
    var cancelsUnderWay = 0
    var lastCancel = ContinuousClock.now
    var afterCancel: [@Sendable () -> Void] = []
  }

  /// How long the server may take to end an interrupted round trip, and to clean the session.
  private static let interruptionLimit = Duration.seconds(1)
  /// The most bytes of a statement after which the connection is used again.
  private static let longestKept = 16 << 20
  private static let lastID = Atomic<UInt64>(0)

  let id: UInt64
  /// Whether the connection goes through a pooler, so that no state may be left in the session.
  let isPooled: Bool
  private let loop: ServerLoop
  private let state: Mutex<State>
  /// The holder whose time limit is checked.
  private let holder = Mutex<(any LeaseHolder)?>(nil)
  private let onLoss: @Sendable (ServerConnection) -> Void
  private let onNotification: @Sendable (String) -> Void

  /// - Parameters:
  ///   - onNotification: Called with the channel of each notification.
  ///   - onLoss: Called when the connection is closed, on either side.
  init(
    _ opened: Connector.Opened, loop: ServerLoop, onNotification: @escaping @Sendable (String) -> Void = { _ in },
    onLoss: @escaping @Sendable (ServerConnection) -> Void
  ) {
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    isPooled = opened.isPooled
    self.loop = loop
    self.onLoss = onLoss
    self.onNotification = onNotification
    state = Mutex(State(handle: opened.handle))
  }

  /// Makes the loop read from now on.
  func start() {
    let socket = state.withLock { $0.handle?.socket }
    if let socket, !loop.add(self, socket: socket) { close() }
  }

  /// Makes a number that no connection, round trip or waiter of the process has.
  static func makeID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  /// Sends the commands of one round trip.
  ///
  /// - Parameter completion: Called once, on any thread, unless this returns an error.
  /// - Returns: An error if the connection is lost. Then none of the commands ran, and the caller closes the
  ///   connection.
  func send(
    _ commands: [ServerCommand], as role: String? = nil, id: UInt64, deadline: ContinuousClock.Instant?,
    _ completion: @escaping @Sendable (RoundTripReply) -> Void
  ) -> DatabaseError? {
    let error = state.withLock { state -> DatabaseError? in
      guard let handle = state.handle, !handle.isLost else { return .lostConnection }
      if state.queue.isEmpty, handle.isIdle { tidy(&state, handle) }
      var slots: [ResultSlot] = []
      var isWhole = true
      for command in commands {
        // libpq keeps the buffer of a long statement.
        if command.statement.leavesTraces || command.size > Self.longestKept { state.isTainted = true }
        guard command.isRepeated, !isPooled else {
          slots.append(.command(ServerStatement(command.statement, name: nil)))
          isWhole = isWhole && handle.send(command.statement.numberedText, isPrepared: false, command.values)
          continue
        }
        let (statement, isNew) = state.cache.use(command.statement, as: role)
        let name = statement.name ?? ""
        if isNew {
          slots.append(.preparation(statement))
          isWhole = isWhole && handle.prepare(command.statement.numberedText, as: name)
        }
        slots.append(.command(statement))
        isWhole = isWhole && handle.send(name, isPrepared: true, command.values)
      }
      guard isWhole, handle.sync() else { return .lostConnection }
      state.queue.append(RoundTrip(id: id, slots: slots, deadline: deadline, completion: completion))
      flush(&state, handle)
      return nil
    }
    if error == nil { loop.noteWork() }
    return error
  }

  /// Whether the connection is not closed, on either side, as far as it is noticed.
  var isOpen: Bool { state.withLock { $0.handle != nil } }

  /// Whether another holder may use the connection as it is.
  var isClean: Bool {
    state.withLock { state in
      guard let handle = state.handle, !handle.isLost else { return false }
      return state.queue.isEmpty && handle.isIdle && !state.isTainted && !state.wasInterrupted
    }
  }

  /// Sets the holder whose time limit the loop checks; `nil` for none.
  func watch(_ holder: (any LeaseHolder)?) {
    self.holder.withLock { $0 = holder }
    if holder != nil { loop.noteWork() }
  }

  /// Rolls back an open transaction.
  ///
  /// - Parameter completion: Called with whether another holder may use the connection.
  func clean(_ completion: @escaping @Sendable (Bool) -> Void) {
    enum Step { case close, wait, send }
    let step = state.withLock { state -> Step in
      if state.handle == nil || state.isTainted { return .close }
      guard state.cancelsUnderWay == 0 else {
        state.afterCancel.append { self.clean(completion) }
        return .wait
      }
      state.wasInterrupted = false
      return .send
    }
    switch step {
    case .wait: return
    case .close: return completion(false)
    case .send:
      let error = send(
        [ServerCommand(statement: .rollBack)], id: Self.makeID(), deadline: .now.advanced(by: Self.interruptionLimit)
      ) { completion($0.loss == nil && self.isClean) }
      if error != nil { completion(false) }
    }
  }

  /// Closes the connection, and fails the round trips that the server has not answered.
  func close(because reason: DatabaseError = .lostConnection) {
    let unanswered = state.withLock { lose(&$0, because: reason) }
    finish(unanswered)
  }

  /// Asks the server to cancel a round trip. If the server does not end it in time, the connection is closed.
  func interrupt(_ roundTrip: UInt64, because reason: Interruption) {
    state.withLock { state in
      guard state.queue.interrupt(roundTrip, reason, until: .now.advanced(by: Self.interruptionLimit)) else { return }
      sendCancel(&state)
    }
    loop.noteWork()
  }

  // MARK: Within the lock

  private func flush(_ state: inout State, _ handle: ServerHandle) {
    let writes = handle.flush()
    // libpq has closed the socket, so it has no events any more.
    if handle.isLost { loop.wake() }
    guard writes != state.writes else { return }
    state.writes = writes
    loop.watch(self, socket: handle.socket, writing: writes)
  }

  private func drain(_ state: inout State, _ handle: ServerHandle) -> [(RoundTrip, RoundTripReply)] {
    var ended: [(RoundTrip, RoundTripReply)] = []
    var ends = 0
    // libpq has nothing more after two ends in a row, even if the queue expects results.
    while !state.queue.isEmpty, ends < 2, !handle.isBusy {
      guard let result = handle.next() else {
        ends += 1
        continue
      }
      ends = 0
      if let (roundTrip, reply) = state.queue.receive(result) {
        forgetStatements(&state, reply)
        ended.append((roundTrip, reply))
      }
    }
    return ended
  }

  private func forgetStatements(_ state: inout State, _ reply: RoundTripReply) {
    for (slot, result) in zip(reply.slots, reply.results) {
      switch slot {
      case .preparation(let statement) where result.kind != .done: state.cache.forget(statement, isPrepared: false)
      case .command(let statement) where result.kind == .error && SQLState.isStale(result.sqlState):
        state.cache.forget(statement, isPrepared: result.sqlState != "26000")
      default: break
      }
    }
  }

  /// Drops the prepared statements that the cache has discarded, in a round trip of their own.
  private func tidy(_ state: inout State, _ handle: ServerHandle) {
    let names = state.cache.takeDiscarded()
    guard !names.isEmpty else { return }
    var isWhole = true
    let statement = ServerStatement(.deallocate, name: nil)
    for name in names { isWhole = isWhole && handle.send("DEALLOCATE \(name)", isPrepared: false, .none) }
    guard isWhole, handle.sync() else { return }
    let slots = names.map { _ in ResultSlot.command(statement) }
    state.queue.append(RoundTrip(id: Self.makeID(), slots: slots, deadline: nil) { _ in })
  }

  private func sendCancel(_ state: inout State) {
    guard state.cancelsUnderWay == 0, let cancellation = state.handle?.cancellation() else { return }
    state.cancelsUnderWay += 1
    state.wasInterrupted = true
    state.lastCancel = .now
    SystemThread.start(named: "swiftlet-cancel") { [self] in
      cancellation.send()
      let waiting = self.state.withLock { state in
        state.cancelsUnderWay -= 1
        defer { state.afterCancel = [] }
        return state.afterCancel
      }
      for action in waiting { action() }
    }
  }

  private func lose(_ state: inout State, because reason: DatabaseError) -> EndedRoundTrips {
    guard let handle = state.handle else { return EndedRoundTrips() }
    loop.remove(self, socket: handle.socket)
    state.handle = nil
    return EndedRoundTrips(replies: state.queue.lose(because: reason), isLost: true)
  }

  private func finish(_ ended: EndedRoundTrips) {
    if ended.isLost {
      let holder = holder.withLock { holder in
        defer { holder = nil }
        return holder
      }
      holder?.loseConnection()
      onLoss(self)
      let waiting = state.withLock { state in
        defer { state.afterCancel = [] }
        return state.afterCancel
      }
      for action in waiting { action() }
    }
    for (roundTrip, reply) in ended.replies { roundTrip.completion(reply) }
  }
}

extension ServerConnection: ServerLoopClient {
  var isBusy: Bool { state.withLock { !$0.queue.isEmpty } || holder.withLock { $0 != nil } }

  func read() {
    loop.assertIsCurrent()
    var channels: [String] = []
    let ended = state.withLock { state -> EndedRoundTrips in
      guard let handle = state.handle else { return EndedRoundTrips() }
      let isOpen = handle.consume()
      if state.writes { flush(&state, handle) }
      var ended = EndedRoundTrips(replies: drain(&state, handle))
      if !ended.replies.isEmpty || state.queue.isEmpty, handle.endReply() { state.isTainted = true }
      channels = handle.takeNotifications()
      let isLong = handle.hasLongReply
      if !isOpen || handle.isLost || isLong {
        let lost = lose(&state, because: isLong ? .longResult : .lostConnection)
        ended.replies += lost.replies
        ended.isLost = lost.isLost
      }
      return ended
    }
    for channel in channels { onNotification(channel) }
    finish(ended)
  }

  func checkClock(_ now: ContinuousClock.Instant) {
    loop.assertIsCurrent()
    holder.withLock { $0 }?.checkClock(now)
    let ended = state.withLock { state -> EndedRoundTrips in
      if state.handle?.isLost == true { return lose(&state, because: .lostConnection) }
      for roundTrip in state.queue.overdue(at: now) {
        _ = state.queue.interrupt(roundTrip, .timedOut, until: now.advanced(by: Self.interruptionLimit))
      }
      if state.queue.hasOverdueInterruption(at: now) { return lose(&state, because: .lostConnection) }
      // The server ignores a cancellation that arrives before its statement, so it is sent again after 150 ms.
      let isDue = state.lastCancel.advanced(by: .milliseconds(150)) <= now || !state.wasInterrupted
      if state.queue.isInterrupted && isDue { sendCancel(&state) }
      return EndedRoundTrips()
    }
    finish(ended)
  }
}
