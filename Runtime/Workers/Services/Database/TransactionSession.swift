import Channel
import Edge
import Synchronization

/// One transaction of a call, in the host: a task that runs the worker's commands in a transaction of the call's
/// database.
///
/// The transaction begins with its first command, so that a body that computes first holds no lock. The engine's limit
/// for an idle body applies to the wait between two commands, so the transaction of a worker that hangs is rolled back.
final class TransactionSession: Sendable {
  private struct State {
    var order = TransactionOrder<TransactionCommand>()
    /// The continuation of the session's task while the task waits for the next step.
    var waiter: CheckedContinuation<TransactionOrder<TransactionCommand>.Step, Never>?
    var task: Task<Void, Never>?
  }

  typealias Step = TransactionOrder<TransactionCommand>.Step

  /// The answer of the exchange that began the transaction: the transaction's outcome.
  private let reply: OperationReply
  private let database: Database
  private let isolation: TransactionIsolation
  let invocation: Invocation
  private let state = Mutex(State())

  /// - Parameter database: The call's database with the transaction's rights.
  init(_ reply: OperationReply, on database: Database, isolation: TransactionIsolation, of invocation: Invocation) {
    self.reply = reply
    self.database = database
    self.isolation = isolation
    self.invocation = invocation
  }

  /// Takes the session's task, which runs ``run()``.
  func attach(_ task: Task<Void, Never>) { state.withLock { $0.task = task } }

  /// Takes a command; after the end of the transaction's body it is refused.
  func receive(_ command: TransactionCommand) {
    command.reply.exchange.onCancel { [self] in cancel() }
    let isTaken = advance { $0.arrive(command) }
    if !isTaken { command.reply.fail(DatabaseError.ended) }
  }

  /// Takes the worker's note that the body has ended.
  func receive(_ note: TransactionNote) {
    for command in advance({ $0.end(note) }) { command.reply.fail(DatabaseError.ended) }
  }

  /// Cancels the task, as a body's task is cancelled: the statement under way is interrupted if the engine can do that.
  /// A commit is not interrupted.
  func cancel() {
    let task = state.withLock { $0.order.isEnding ? nil : $0.task }
    task?.cancel()
  }

  /// Ends the transaction with its call: it is rolled back, unless its commit has been asked for.
  func abandon() {
    cancel()
    for command in advance({ $0.abandon() }) { command.reply.fail(CancellationError()) }
  }

  /// Runs the transaction to its end, and answers its exchange.
  func run() async {
    let first = await next()
    let hasBegun = Atomic(false)
    do {
      switch first {
      case .run, .end(.commit): break
      case .end(.rollBack): return finish(nil)
      case .abandon: return finish(CancellationError())
      }
      try await database.transaction(isolation: isolation) { transaction in
        hasBegun.store(true, ordering: .relaxed)
        try await serve(from: first, in: transaction)
      }
      finish(nil)
    } catch is RolledBack {
      finish(nil)
    } catch {
      // The body has answered all commands. A transaction that did not begin has answered none.
      if !hasBegun.load(ordering: .relaxed) { await refuse(from: first, error) }
      finish(error)
    }
  }

  /// Runs commands until the end of the body.
  private func serve(from first: Step, in transaction: Transaction) async throws {
    var step = first
    var failure: (any Error)?
    while true {
      switch step {
      case .run(let command):
        do {
          // The commit fails too, even if the body goes on.
          if failure == nil { failure = command.reply.refusal }
          if let failure { throw failure }
          try await perform(command, in: transaction)
        } catch {
          command.reply.fail(error)
          if !command.isAwaited { failure = failure ?? error }
        }
      case .end(.commit):
        if let failure { throw failure }
        return
      case .end(.rollBack): throw RolledBack()
      // The call has ended. Throwing rolls back, and tells a late commit that nothing was stored.
      case .abandon: throw CancellationError()
      }
      step = await next()
    }
  }

  /// Answers commands with the reason why the transaction did not begin.
  private func refuse(from first: Step, _ error: any Error) async {
    var step = first
    while case .run(let command) = step {
      command.reply.fail(error)
      step = await next()
    }
  }

  private func finish(_ error: (any Error)?) {
    if let error { reply.fail(error) } else { reply.answer(Nothing()) }
  }

  private func next() async -> Step {
    await withCheckedContinuation { continuation in
      let step = state.withLock { state -> Step? in
        if let step = state.order.next() { return step }
        state.waiter = continuation
        return nil
      }
      if let step { continuation.resume(returning: step) }
    }
  }

  /// Changes the order, and gives a waiting session its next step.
  private func advance<T: Sendable>(_ change: (inout TransactionOrder<TransactionCommand>) -> sending T) -> T {
    let (result, waiter, step) = state.withLock { state in
      let result = change(&state.order)
      guard let waiter = state.waiter, let step = state.order.next() else {
        return (result, nil as CheckedContinuation<Step, Never>?, nil as Step?)
      }
      state.waiter = nil
      return (result, waiter, step)
    }
    if let step { waiter?.resume(returning: step) }
    return result
  }
}

/// The error with which a session's body ends a transaction that is to be rolled back.
private struct RolledBack: Error {}
