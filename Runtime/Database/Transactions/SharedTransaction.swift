import Synchronization

/// One transaction that all calls on a database take part in: ``Database/sharing(_:)``.
///
/// A part is one statement, or the body of one nested transaction. Parts run one after another. A part that throws is
/// undone alone, and the next one can go on. While nothing is changed, a failed part is undone by beginning the
/// transaction again, which spares the savepoints of most transactions.
package final class SharedTransaction: Sendable {
  /// An action that runs after the transaction has begun again. It gets the new isolation.
  package typealias RestartAction = @Sendable (Transaction, TransactionIsolation) async throws -> Void

  private struct State {
    var isOpen = true
    var isRunning = false
    /// The task of the running part. It must not wait for another part.
    var owner: TaskIdentity?
    /// Whether a part has changed rows.
    var isChanged = false
    /// The isolation with which the transaction has begun.
    var isolation = TransactionIsolation.readCommitted
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The error of ``onRestart``.
    var refusal: (any Error)?
  }

  /// The transaction, for statements that belong to no part.
  package let transaction: Transaction
  /// The engine for calls after the end of the parts.
  let base: any DatabaseEngine
  /// Runs each time the transaction has begun again, before its next part.
  private let onRestart: RestartAction?
  private let state = Mutex(State())

  init(
    _ transaction: Transaction, of base: any DatabaseEngine, onRestart: RestartAction?
  ) {
    self.transaction = transaction
    self.base = base
    self.onRestart = onRestart
  }

  /// Undoes all parts, and the actions for after the commit.
  package func undo() async throws {
    try await restart(.readCommitted)
    transaction.actions?.forget()
    state.withLock { $0.isChanged = false }
  }

  /// Ends the parts: waits for the one that runs, and lets later calls run on their own.
  package func end() async {
    guard (try? await enter()) == true else { return }
    state.withLock { $0.isOpen = false }
    leave()
  }

  /// - Throws: The error of ``onRestart``, if it threw one. The transaction must not be committed then.
  func checkRestarts() throws {
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
  }

  /// Runs a part, once no other one runs.
  ///
  /// - Parameters:
  ///   - engine: The transaction's engine, with the host's or a caller's rights.
  ///   - changes: Whether the part may change rows.
  ///   - isolation: The isolation that the part needs. Until a part has changed rows, one other than
  ///     ``TransactionIsolation/readCommitted`` begins the transaction again. Afterwards it must not be stricter than
  ///     the transaction's.
  ///   - body: The part.
  /// - Returns: The result; `nil` if the parts have ended, so that the body did not run.
  func run<T: Sendable>(
    on engine: any TransactionEngine, changes: Bool, isolation: TransactionIsolation = .readCommitted,
    _ body: () async throws -> T
  ) async throws -> T? {
    guard try await enter() else { return nil }
    defer { leave() }
    try checkRestarts()
    let (isChanged, current) = state.withLock { ($0.isChanged, $0.isolation) }
    guard isChanged else { return try await runFirst(changes, isolation, body) }
    guard current.includes(isolation) else { throw DatabaseError.isolationTooLate }
    return try await Transaction(engine).savepoint(body)
  }

  /// Runs a part before which nothing was changed.
  private func runFirst<T>(
    _ changes: Bool, _ isolation: TransactionIsolation, _ body: () async throws -> T
  ) async throws -> T {
    if isolation != .readCommitted { try await restart(isolation) }
    do {
      let value = try await body()
      if changes { state.withLock { $0.isChanged = true } }
      return value
    } catch {
      // If this fails the whole transaction has ended, and its next statement throws the reason.
      try? await restart(.readCommitted)
      try checkRestarts()
      throw error
    }
  }

  /// Undoes the transaction's changes and begins it again, which releases its locks.
  private func restart(_ isolation: TransactionIsolation) async throws {
    try await transaction.engine.restart(isolation: isolation)
    state.withLock { $0.isolation = isolation }
    guard let onRestart else { return }
    // A task of its own, because the cancelled task may be that of one part alone.
    let action = Task { [transaction] in try await onRestart(transaction, isolation) }
    do {
      try await action.value
    } catch {
      state.withLock { $0.refusal = error }
      throw error
    }
  }

  /// Waits until no part runs.
  ///
  /// - Returns: `false` if the parts have ended; `true` if the caller may run a part, and must then ``leave()``.
  /// - Throws: ``DatabaseError/Code/transactionNested`` within a part of the same task.
  private func enter() async throws -> Bool {
    let task = TaskIdentity.current
    while true {
      let isEntered: Bool? = try state.withLock { state in
        guard state.isOpen else { return false }
        guard !state.isRunning else {
          if let task, task == state.owner { throw DatabaseError.nested }
          return nil
        }
        (state.isRunning, state.owner) = (true, task)
        return true
      }
      if let isEntered { return isEntered }
      await withCheckedContinuation { continuation in
        let mayEnter = state.withLock { state in
          guard state.isRunning else { return true }
          state.waiting.append(continuation)
          return false
        }
        if mayEnter { continuation.resume() }
      }
    }
  }

  private func leave() {
    let waiting = state.withLock { state in
      (state.isRunning, state.owner) = (false, nil)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension TransactionIsolation {
  /// Whether a transaction of this isolation has all that another one promises.
  fileprivate func includes(_ other: TransactionIsolation) -> Bool {
    self == other || self == .serializable || other == .readCommitted
  }
}

extension DatabaseError {
  fileprivate static let isolationTooLate = DatabaseError(
    .notSupported, "A shared transaction's isolation cannot change after its first change of rows.")
}
