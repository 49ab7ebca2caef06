import Synchronization

/// The memory that the bodies of all requests share.
///
/// It is the driver of ``BodyBudgetState``: it suspends tasks that wait, and resumes them when memory is released.
final class BodyBudget: Sendable {
  private struct State {
    var rules: BodyBudgetState
    /// The waiting tasks. The answer is whether the memory is granted.
    var tasks = WaitingTasks<Bool>()
    var lastTicket: UInt64 = 0
  }

  /// In bytes.
  let capacity: Int
  /// The most bytes that one exchange can acquire.
  let largest: Int
  private let patience: Duration
  private let clock: any Clock<Duration>
  private let state: Mutex<State>

  /// - Parameter patience: the longest wait of an exchange for memory.
  init(capacity: Int, patience: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    let rules = BodyBudgetState(capacity: capacity)
    self.capacity = capacity
    largest = rules.largest
    self.patience = patience
    self.clock = clock
    state = Mutex(State(rules: rules))
  }

  /// The number of acquired bytes, and of waiting exchanges.
  var current: (used: Int, waiting: Int) { state.withLock { ($0.rules.used, $0.rules.waiting) } }

  /// Acquires the memory of a small body that does not count for a client, without waiting.
  func acquireAtOnce(_ bytes: Int) -> Bool { state.withLock { $0.rules.acquireAtOnce(bytes) } }

  /// Acquires memory, and waits while too little is free, or the client for which it counts holds its share. With nil
  /// it counts for no client.
  ///
  /// - Throws: ``HostError`` 503 `OVERLOADED` if too many exchanges wait, the wait takes too long, or the task is
  ///   cancelled.
  func acquire(_ bytes: Int, of client: BodyClient?) async throws(HostError) {
    let (answer, ticket) = state.withLock { state in
      state.lastTicket += 1
      let answer = state.rules.acquire(bytes, of: client, ticket: state.lastTicket)
      if answer == .waits { state.tasks.add(state.lastTicket) }
      return (answer, state.lastTicket)
    }
    switch answer {
    case .granted: return
    case .waits: if await isGranted(ticket) { return }
    case .refused: break
    }
    throw .overloaded
  }

  /// Acquires more memory for an exchange that has `own` bytes.
  ///
  /// - Throws: ``HostError`` 503 `OVERLOADED` if too little is free. It does not wait: exchanges that hold memory and
  ///   wait for more could deadlock.
  func extend(_ bytes: Int, of client: BodyClient?, beyond own: Int) throws(HostError) {
    guard state.withLock({ $0.rules.extend(bytes, of: client, beyond: own) }) else { throw .overloaded }
  }

  /// - Parameter own: the memory that the exchange keeps, or that it releases on its own.
  func release(_ bytes: Int, of client: BodyClient? = nil, beyond own: Int = 0) {
    guard bytes > 0 else { return }
    let granted = state.withLock { state in
      state.rules.release(bytes, of: client, beyond: own).compactMap { state.tasks.answer($0, true) }
    }
    for task in granted { task.resume() }
  }

  private func isGranted(_ ticket: UInt64) async -> Bool {
    await WaitingTasks.answer(within: patience, on: clock) { continuation in
      self.state.withLock { $0.tasks.suspend(ticket, continuation) }?.resume()
    } giveUp: {
      self.giveUp(ticket)
    }
  }

  /// Refuses a waiting request. A granted one keeps its memory.
  private func giveUp(_ ticket: UInt64) {
    let (refused, granted) = state.withLock { state in
      let (wasWaiting, tickets) = state.rules.giveUp(ticket)
      let refused = wasWaiting ? state.tasks.answer(ticket, false) : nil
      return (refused, tickets.compactMap { state.tasks.answer($0, true) })
    }
    refused?.resume()
    for task in granted { task.resume() }
  }
}
