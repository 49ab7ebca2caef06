/// What is sent to the server together, ends together, and is answered together.
struct Exchange: Sendable {
  /// Why it is to end before its answer.
  enum Interruption: Sendable {
    case cancelled
    case timedOut
  }

  /// Which answer stands for what.
  enum Slot: Sendable {
    case preparation(ServerStatement)
    case command(ServerStatement)

    /// The statement's text and rules.
    var statement: Statement {
      switch self {
      case .preparation(let it), .command(let it): it.statement
      }
    }
  }

  let id: UInt64
  let slots: [Slot]
  /// When it has taken too long.
  let deadline: ContinuousClock.Instant?
  let completion: @Sendable (Reply) -> Void

  fileprivate(set) var interruption: Interruption?
  /// Until when an answer to the interruption is awaited.
  fileprivate(set) var patience: ContinuousClock.Instant?
}

/// What became of an exchange.
struct Reply: Sendable {
  var slots: [Exchange.Slot]
  /// One for each slot, fewer when the connection was lost.
  var results: [ServerResult]
  var interruption: Exchange.Interruption?
  /// Why there is no answer.
  var loss: DatabaseError?
  /// Whether the exchange left this process, at least in part.
  var wasSent = true
}

/// What a connection was sent and has not been answered, in order: the rules alone, without I/O.
struct ExchangeQueue {
  private var pending: [Exchange] = []
  private var results: [ServerResult] = []

  var isEmpty: Bool { pending.isEmpty }

  mutating func append(_ exchange: Exchange) {
    pending.append(exchange)
  }

  /// Takes an answer; returns the exchange that it ends.
  mutating func receive(_ result: ServerResult) -> (Exchange, Reply)? {
    guard result.kind == .sync else {
      results.append(result)
      return nil
    }
    guard !pending.isEmpty else { return nil }
    let exchange = pending.removeFirst()
    defer { results = [] }
    return (exchange, Reply(slots: exchange.slots, results: results, interruption: exchange.interruption))
  }

  /// The connection is lost: nobody is answered any more.
  mutating func lose(because loss: DatabaseError) -> [(Exchange, Reply)] {
    defer { (pending, results) = ([], []) }
    return pending.enumerated().map { index, exchange in
      (
        exchange,
        Reply(
          slots: exchange.slots, results: index == 0 ? results : [], interruption: exchange.interruption, loss: loss)
      )
    }
  }

  /// Marks an exchange as interrupted; `false` when it is over, or was interrupted before.
  mutating func interrupt(
    _ id: UInt64, _ reason: Exchange.Interruption, until patience: ContinuousClock.Instant
  ) -> Bool {
    guard let index = pending.firstIndex(where: { $0.id == id }), pending[index].interruption == nil else {
      return false
    }
    pending[index].interruption = reason
    pending[index].patience = patience
    return true
  }

  /// The exchanges that have taken too long.
  func overdue(at now: ContinuousClock.Instant) -> [UInt64] {
    pending.filter { exchange in
      exchange.interruption == nil && exchange.deadline.map { $0 <= now } ?? false
    }.map(\.id)
  }

  /// Whether an interruption waits for its answer.
  var isInterrupted: Bool { pending.contains { $0.interruption != nil } }

  /// Whether an interruption has not been answered in time.
  func hasLostPatience(at now: ContinuousClock.Instant) -> Bool {
    pending.contains { $0.patience.map { $0 <= now } ?? false }
  }
}
