import Foundation
import Loop
import Synchronization

/// A connection to the server: whoever has it writes to it himself, and the loop reads the answers.
final class ServerConnection: Sendable {
  /// One command of an exchange.
  struct Command: Sendable {
    var statement: Statement
    var values = BoundValues.none
    /// Whether it is worth preparing.
    var isRepeated = true
  }

  private struct State {
    var handle: ServerHandle?
    var queue = ExchangeQueue()
    var cache = StatementCache(limit: 256)
    var writes = false
    /// Whether a statement may have left something behind in the session.
    var isTainted = false
    /// Whether a cancellation was sent, which may still reach whatever comes next.
    var wasInterrupted = false
    var cancelsUnderWay = 0
    var lastCancel = ContinuousClock.now
    var afterCancel: [@Sendable () -> Void] = []
  }

  private static let patience = Duration.seconds(1)
  private static let lastID = Atomic<UInt64>(0)

  let id: UInt64
  /// Whether a pooler stands between, so that nothing may be left in the session.
  let isPooled: Bool
  private let loop: ServerLoop
  private let state: Mutex<State>
  /// Whether a transaction's limit is to be watched.
  private let watched = Mutex<PostgresTransaction?>(nil)
  private let onLoss: @Sendable (ServerConnection) -> Void
  private let onNotification: @Sendable (String) -> Void

  /// - Parameters:
  ///   - opened: The connection.
  ///   - loop: Reads it, until it is closed.
  ///   - onNotification: Told the channel of each notification.
  ///   - onLoss: Told when it is closed, for whatever reason.
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

  /// Has the loop read from now on.
  func start() {
    let socket = state.withLock { $0.handle?.socket }
    if let socket, !loop.add(self, socket: socket) { close() }
  }

  static func makeID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  /// Sends commands that end together. The completion is called once, on any thread; not when this returns an error, in
  /// which case the connection is of no use any more and is to be closed, and nothing came of this.
  func send(
    _ commands: [Command], as role: String? = nil, id: UInt64, deadline: ContinuousClock.Instant?,
    _ completion: @escaping @Sendable (Reply) -> Void
  ) -> DatabaseError? {
    let error = state.withLock { state -> DatabaseError? in
      guard let handle = state.handle, !handle.isLost else { return .lostConnection }
      if state.queue.isEmpty, handle.isIdle { tidy(&state, handle) }
      var slots: [Exchange.Slot] = []
      var isWhole = true
      for command in commands {
        if command.statement.leavesTraces { state.isTainted = true }
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
      state.queue.append(Exchange(id: id, slots: slots, deadline: deadline, completion: completion))
      flush(&state, handle)
      return nil
    }
    if error == nil { loop.noteWork() }
    return error
  }

  /// Whether the loop has to watch the clock for this connection.
  var isBusy: Bool { state.withLock { !$0.queue.isEmpty } || watched.withLock { $0 != nil } }

  /// Whether it may be handed to somebody else as it is.
  var isClean: Bool {
    state.withLock { state in
      guard let handle = state.handle, !handle.isLost else { return false }
      return state.queue.isEmpty && handle.isIdle && !state.isTainted && !state.wasInterrupted
    }
  }

  /// Watches a transaction's limit, or nobody's.
  func watch(_ transaction: PostgresTransaction?) {
    watched.withLock { $0 = transaction }
    if transaction != nil { loop.noteWork() }
  }

  /// Rolls back what is left open; then says whether it may be handed on.
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
        [Command(statement: .rollBack)], id: Self.makeID(), deadline: .now.advanced(by: Self.patience)
      ) { completion($0.loss == nil && self.isClean) }
      if error != nil { completion(false) }
    }
  }

  /// Closes it: whoever waits for an answer learns that it is lost.
  func close(because reason: DatabaseError = .lostConnection) {
    let unanswered = state.withLock { lose(&$0, because: reason) }
    finish(unanswered)
  }

  /// Asks the server to stop an exchange; if it does not answer in time, the connection is closed.
  func interrupt(_ exchange: UInt64, because reason: Exchange.Interruption) {
    state.withLock { state in
      guard state.queue.interrupt(exchange, reason, until: .now.advanced(by: Self.patience)) else { return }
      sendCancel(&state)
    }
    loop.noteWork()
  }

  /// Reads what has come. The loop calls this.
  func read() {
    loop.assertIsCurrent()
    var channels: [String] = []
    let ended = state.withLock { state -> Ended in
      guard let handle = state.handle else { return Ended() }
      let isOpen = handle.consume()
      if state.writes { flush(&state, handle) }
      var ended = Ended(replies: drain(&state, handle))
      channels = handle.takeNotifications()
      if !isOpen || handle.isLost {
        let lost = lose(&state, because: .lostConnection)
        ended.replies += lost.replies
        ended.isLost = lost.isLost
      }
      return ended
    }
    for channel in channels { onNotification(channel) }
    finish(ended)
  }

  /// Interrupts what has taken too long. The loop calls this.
  func watchClock(_ now: ContinuousClock.Instant) {
    loop.assertIsCurrent()
    watched.withLock { $0 }?.watchClock(now)
    let ended = state.withLock { state -> Ended in
      for exchange in state.queue.overdue(at: now) {
        _ = state.queue.interrupt(exchange, .timedOut, until: now.advanced(by: Self.patience))
      }
      if state.queue.hasLostPatience(at: now) { return lose(&state, because: .lostConnection) }
      // A cancellation that comes before its statement is ignored: send it again.
      let isDue = state.lastCancel.advanced(by: .milliseconds(150)) <= now || !state.wasInterrupted
      if state.queue.isInterrupted && isDue { sendCancel(&state) }
      return Ended()
    }
    finish(ended)
  }

  // MARK: Within the lock

  private struct Ended {
    var replies: [(Exchange, Reply)] = []
    var isLost = false
  }

  private func flush(_ state: inout State, _ handle: ServerHandle) {
    let writes = handle.flush()
    guard writes != state.writes else { return }
    state.writes = writes
    loop.watch(self, socket: handle.socket, writing: writes)
  }

  private func drain(_ state: inout State, _ handle: ServerHandle) -> [(Exchange, Reply)] {
    var ended: [(Exchange, Reply)] = []
    var ends = 0
    // Two ends in a row: libpq has nothing more, whatever the queue says.
    while !state.queue.isEmpty, ends < 2, !handle.isBusy {
      guard let result = handle.next() else {
        ends += 1
        continue
      }
      ends = 0
      if let (exchange, reply) = state.queue.receive(result) {
        forgetStatements(&state, reply)
        ended.append((exchange, reply))
      }
    }
    return ended
  }

  private func forgetStatements(_ state: inout State, _ reply: Reply) {
    for (slot, result) in zip(reply.slots, reply.results) {
      switch slot {
      case .preparation(let statement) where result.kind != .done: state.cache.forget(statement, isPrepared: false)
      case .command(let statement) where result.kind == .error && SQLState.isStale(result.sqlState):
        state.cache.forget(statement, isPrepared: result.sqlState != "26000")
      default: break
      }
    }
  }

  /// Tells the server of the statements that are not needed any more, apart from whatever comes next.
  private func tidy(_ state: inout State, _ handle: ServerHandle) {
    let names = state.cache.takeDiscarded()
    guard !names.isEmpty else { return }
    var isWhole = true
    let statement = ServerStatement(.discard, name: nil)
    for name in names { isWhole = isWhole && handle.send("DEALLOCATE \(name)", isPrepared: false, .none) }
    guard isWhole, handle.sync() else { return }
    let slots = names.map { _ in Exchange.Slot.command(statement) }
    state.queue.append(Exchange(id: Self.makeID(), slots: slots, deadline: nil) { _ in })
  }

  private func sendCancel(_ state: inout State) {
    guard state.cancelsUnderWay == 0, let cancellation = state.handle?.cancellation() else { return }
    state.cancelsUnderWay += 1
    state.wasInterrupted = true
    state.lastCancel = .now
    Thread.start(named: "swiftlet-cancel") { [self] in
      cancellation.send()
      let waiting = self.state.withLock { state in
        state.cancelsUnderWay -= 1
        defer { state.afterCancel = [] }
        return state.afterCancel
      }
      for action in waiting { action() }
    }
  }

  private func lose(_ state: inout State, because reason: DatabaseError) -> Ended {
    guard let handle = state.handle else { return Ended() }
    loop.remove(self, socket: handle.socket)
    state.handle = nil
    return Ended(replies: state.queue.lose(because: reason), isLost: true)
  }

  private func finish(_ ended: Ended) {
    if ended.isLost {
      let transaction = watched.withLock { watched in
        defer { watched = nil }
        return watched
      }
      transaction?.loseConnection()
      onLoss(self)
      let waiting = state.withLock { state in
        defer { state.afterCancel = [] }
        return state.afterCancel
      }
      for action in waiting { action() }
    }
    for (exchange, reply) in ended.replies { exchange.completion(reply) }
  }
}

extension Statement {
  static let rollBack = Statement(control: "ROLLBACK")
  static let commit = Statement(control: "COMMIT")
  static let discard = Statement(control: "DEALLOCATE")
}
