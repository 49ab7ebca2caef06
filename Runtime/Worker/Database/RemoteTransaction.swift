import Channel
import Edge
import Synchronization

/// A transaction of the host, as its body uses it from the worker.
final class RemoteTransaction: Sendable {
  private let call: CallChannel
  /// The exchange that began the transaction. Its answer is the transaction's outcome.
  private let exchange: OutgoingExchange
  private let isOpen = Atomic(true)
  /// The place for one operation of the transaction at a time. The host runs the operations one after another.
  private let ownPlace = OperationGate(capacity: 1)
  /// The rights of the transaction's own statements.
  let rights: Rights

  /// Begins a transaction, without waiting for the host.
  init(of call: CallChannel, _ rights: Rights, _ isolation: TransactionIsolation) throws {
    self.call = call
    self.rights = rights
    exchange = try call.open(.transaction(rights, isolation))
  }

  /// The name of the transaction in operations.
  var id: UInt64 { exchange.id }

  /// Runs an operation in the transaction, once there is a place for it.
  ///
  /// - Throws: ``DatabaseError/Code/transactionEnded`` after the end of the body; `CancellationError` when the task is
  ///   cancelled before the operation is sent.
  func ask<Value: Message>(_ operation: Operation, for type: Value.Type = Value.self) async throws -> Value {
    let lease = if let lease = placeNow() { lease } else { try await ownPlace.pass() }
    defer { withExtendedLifetime(lease) {} }
    try checkOpen()
    return try await call.ask(operation)
  }

  /// Sends an operation whose answer is not awaited. The commit fails if it fails.
  ///
  /// It is also sent in a cancelled task: a savepoint that is not rolled back would keep its changes.
  func send(_ operation: Operation) async throws {
    let lease = if let lease = placeNow() { lease } else { await ownPlace.passEvenIfCancelled() }
    try checkOpen()
    let exchange = try await call.send(operation)
    // The place is taken until the host has answered.
    exchange.onFinished { withExtendedLifetime(lease) {} }
  }

  private func placeNow() -> OperationLease? { ownPlace.passNow() ?? OperationGate.statements.passNow() }

  /// - Throws: ``DatabaseError/Code/transactionEnded`` after the end of the body.
  func checkOpen() throws(DatabaseError) {
    guard isOpen.load(ordering: .acquiring) else { throw .ended }
  }

  /// Commits, even if the task was cancelled meanwhile, so that the caller learns the outcome.
  func commit() async throws {
    isOpen.store(false, ordering: .releasing)
    exchange.note(TransactionNote.commit.payload)
    do {
      _ = try await exchange.answer(as: Nothing.self)
    } catch is ChannelClosed {
      throw DatabaseError(.outcomeUnknown, "The channel to the host was lost during the commit.")
    }
  }

  /// Rolls back, without waiting for the host.
  func rollBack() {
    isOpen.store(false, ordering: .releasing)
    exchange.note(TransactionNote.rollBack.payload)
  }
}
