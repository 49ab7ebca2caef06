import Database
import Synchronization

/// Records the begin and the end of a transaction as steps of a run, once for each time that the engine runs the body.
final class TransactionSteps: Sendable {
  private enum Phase { case begin, commit, rollBack }

  private struct State {
    var phase = Phase.begin
    var step: RunSteps.Running?
  }

  private let invocation: Invocation
  private let state: Mutex<State>

  /// Begins the step BEGIN, which ends when the body runs.
  init(of invocation: Invocation) {
    self.invocation = invocation
    state = Mutex(State(step: invocation.begin(.statement)))
  }

  func run<T>(_ body: (Transaction) async throws -> T, in transaction: Transaction) async throws -> T {
    finish(isBegun: true, nil)
    var observed = Transaction(ObservedTransaction(base: transaction.engine, run: invocation))
    observed.actions = transaction.actions
    do {
      let value = try await body(observed)
      begin(.commit)
      return value
    } catch {
      begin(.rollBack)
      throw error
    }
  }

  /// Ends the last step, with the error of BEGIN or COMMIT, nil for success. The step ROLLBACK, after an error of the
  /// body, does not record it.
  func end(_ error: (any Error)?) { finish(isBegun: false, error) }

  private func begin(_ phase: Phase) {
    let step = invocation.begin(.statement)
    state.withLock { $0 = State(phase: phase, step: step) }
  }

  /// Ends the step in progress. `isBegun` says that the engine has begun the transaction, for its first time or again.
  private func finish(isBegun: Bool, _ error: (any Error)?) {
    let (phase, step) = state.withLock { state in
      defer { state.step = nil }
      return (state.phase, state.step)
    }
    switch phase {
    case .begin: invocation.end(step, "BEGIN") { $0.error = error.map(StepError.kind) }
    // The engine has undone the changes, and runs the body again.
    case .commit where isBegun: invocation.end(step, "ROLLBACK")
    case .commit: invocation.end(step, "COMMIT") { $0.error = error.map(StepError.kind) }
    case .rollBack: invocation.end(step, "ROLLBACK")
    }
  }
}
