import Synchronization

/// The memory that the bodies of all requests share.
///
/// It is the driver of ``BodyBudgetState``: it suspends tasks that wait, and resumes them when memory is released.
final class BodyBudget: Sendable {
  /// The task of a waiting request.
  private enum Waiter {
    /// It has not been suspended yet.
    case running
    case suspended(CheckedContinuation<Bool, Never>)
    /// The answer came before the task was suspended.
    case answered(isGranted: Bool)
  }

  private struct State {
    var rules: BodyBudgetState
    var waiters: [UInt64: Waiter] = [:]
    var lastTicket: UInt64 = 0

    /// Answers a request.
    ///
    /// - Returns: its continuation, to be resumed; nil if its task is not suspended.
    mutating func answer(_ ticket: UInt64, isGranted: Bool) -> CheckedContinuation<Bool, Never>? {
      guard case .suspended(let continuation) = waiters[ticket] else {
        waiters[ticket] = .answered(isGranted: isGranted)
        return nil
      }
      waiters[ticket] = nil
      return continuation
    }
  }

  /// In bytes.
  let capacity: Int
  /// The most bytes that one exchange can acquire.
  let largest: Int
  private let patience: Duration
  private let clock: any Clock<Duration>
  private let state: Mutex<State>

  /// - Parameters:
  ///   - capacity: in bytes.
  ///   - patience: the longest wait of an exchange for memory.
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

  /// Acquires memory, and waits while too little is free, or the client holds its share.
  ///
  /// - Parameter client: the client for which it counts; nil for none.
  /// - Throws: ``HostError`` 503 `OVERLOADED` if too many exchanges wait, the wait takes too long, or the task is
  ///   cancelled.
  func acquire(_ bytes: Int, of client: BodyClient?) async throws(HostError) {
    let (answer, ticket) = state.withLock { state in
      state.lastTicket += 1
      let answer = state.rules.acquire(bytes, of: client, ticket: state.lastTicket)
      if answer == .waits { state.waiters[state.lastTicket] = .running }
      return (answer, state.lastTicket)
    }
    switch answer {
    case .granted: return
    case .waits: if await isGranted(ticket) { return }
    case .refused: break
    }
    throw .overloaded
  }

  /// Acquires more memory for an exchange that has some.
  ///
  /// - Parameters:
  ///   - client: the client for which the exchange's memory counts.
  ///   - own: the memory that the exchange has.
  /// - Throws: ``HostError`` 503 `OVERLOADED` if too little is free. It does not wait: exchanges that hold memory and
  ///   wait for more could deadlock.
  func extend(_ bytes: Int, of client: BodyClient?, beyond own: Int) throws(HostError) {
    guard state.withLock({ $0.rules.extend(bytes, of: client, beyond: own) }) else { throw .overloaded }
  }

  /// - Parameters:
  ///   - client: the client for which the memory counted.
  ///   - own: the memory that the exchange keeps, or that it releases on its own.
  func release(_ bytes: Int, of client: BodyClient? = nil, beyond own: Int = 0) {
    guard bytes > 0 else { return }
    let resumed = state.withLock { state in
      state.rules.release(bytes, of: client, beyond: own).compactMap { state.answer($0, isGranted: true) }
    }
    for continuation in resumed { continuation.resume(returning: true) }
  }

  private func isGranted(_ ticket: UInt64) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        if (try? await clock.sleep(for: patience)) != nil { giveUp(ticket) }
      }
      let isGranted = await withTaskCancellationHandler {
        await suspend(ticket)
      } onCancel: {
        giveUp(ticket)
      }
      group.cancelAll()
      return isGranted
    }
  }

  private func suspend(_ ticket: UInt64) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if case .answered(let isGranted) = state.waiters[ticket] {
          state.waiters[ticket] = nil
          return isGranted
        }
        state.waiters[ticket] = .suspended(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Refuses a waiting request. A granted one keeps its memory.
  private func giveUp(_ ticket: UInt64) {
    let (refused, granted) = state.withLock { state in
      let (wasWaiting, tickets) = state.rules.giveUp(ticket)
      let refused = wasWaiting ? state.answer(ticket, isGranted: false) : nil
      return (refused, tickets.compactMap { state.answer($0, isGranted: true) })
    }
    refused?.resume(returning: false)
    for continuation in granted { continuation.resume(returning: true) }
  }
}
