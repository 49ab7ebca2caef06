import Synchronization

/// A transaction that begins with its first statement.
///
/// A task of its own runs the engine's transaction, whose body waits for ``finish(_:)``. From the begin on the engine's
/// limits for idle bodies apply. It has no callers' rights: it is for engines without roles.
final class DeferredTransaction: TransactionEngine {
  enum Ending {
    case commit
    case rollBack
  }

  /// The error with which the body ends a transaction that is to be rolled back.
  private struct RolledBack: Error {}

  private struct State {
    /// The transaction once it has begun, or the reason why it has not.
    var engine: Result<any TransactionEngine, any Error>?
    var isWanted = false
    var isolation = TransactionIsolation.readCommitted
    var ending: Ending?
    /// The task that runs the transaction, while it waits for the first statement or the end.
    var runner: CheckedContinuation<Void, Never>?
    /// The statements that wait for the begin.
    var waiting: [CheckedContinuation<any TransactionEngine, any Error>] = []
  }

  private let state = Mutex(State())

  /// Runs the transaction of an engine to its end, if it has a statement.
  ///
  /// - Throws: What the engine's begin and commit throw.
  func run(on base: any DatabaseEngine) async throws {
    await wait { $0.isWanted || $0.ending != nil }
    guard state.withLock({ $0.isWanted }) else { return }
    do {
      try await base.transaction(isolation: state.withLock(\.isolation), retries: 0) { [self] transaction in
        begin(.success(transaction.engine))
        await wait { $0.ending != nil }
        if state.withLock({ $0.ending }) == .rollBack { throw RolledBack() }
      }
    } catch is RolledBack {
    } catch {
      begin(.failure(error))
      throw error
    }
  }

  /// Ends the transaction. Only the first call counts.
  func finish(_ ending: Ending) {
    state.withLock { $0.ending = $0.ending ?? ending }
    wake()
  }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] { try await begun().query(sql, limit: limit) }
  func execute(_ sql: SQL) async throws -> Int { try await begun().execute(sql) }
  func batch(_ statements: [SQL]) async throws -> [[Row]] { try await begun().batch(statements) }
  func append(_ sql: SQL) async throws { try await begun().append(sql) }
  func savepoint(_ step: SavepointStep) async throws { try await begun().savepoint(step) }

  func run(script: String, hasTimeout: Bool) async throws {
    try await begun().run(script: script, hasTimeout: hasTimeout)
  }

  /// A transaction that has not begun keeps the isolation for its begin.
  func restart(isolation: TransactionIsolation) async throws {
    let hasBegun = state.withLock { state in
      if !state.isWanted { state.isolation = isolation }
      return state.isWanted
    }
    if hasBegun { try await begun().restart(isolation: isolation) }
  }

  /// The engine's transaction, which begins now if it has not begun.
  private func begun() async throws -> any TransactionEngine {
    if case .success(let engine) = state.withLock({ $0.engine }) { return engine }
    return try await withCheckedThrowingContinuation { continuation in
      let engine = state.withLock { state -> Result<any TransactionEngine, any Error>? in
        if let engine = state.engine { return engine }
        guard state.ending == nil else { return .failure(DatabaseError.ended) }
        state.waiting.append(continuation)
        state.isWanted = true
        return nil
      }
      if let engine { continuation.resume(with: engine) } else { wake() }
    }
  }

  private func begin(_ result: Result<any TransactionEngine, any Error>) {
    let waiting = state.withLock { state in
      // The commit may fail, after the begin.
      if state.engine == nil { state.engine = result }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(with: result) }
  }

  /// Waits until a condition holds. Cancellation does not end the wait: the body's end decides between commit and
  /// rollback.
  private func wait(until condition: (borrowing State) -> Bool) async {
    while !state.withLock({ condition($0) }) {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard !condition(state) else { return true }
          state.runner = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    }
  }

  /// Lets the task that runs the transaction look at its condition again.
  private func wake() {
    let runner = state.withLock { state in
      defer { state.runner = nil }
      return state.runner
    }
    runner?.resume()
  }
}
