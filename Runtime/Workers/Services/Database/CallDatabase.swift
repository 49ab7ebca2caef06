package import Channel
package import Edge
package import Loop
package import NIOCore
import Synchronization

/// The uses of the database, the queue and the accounts by one call of a worker, with the services and the rights of
/// that call.
///
/// Operations are received on the channel's thread in the order of their frames, which is the order of a transaction's
/// commands.
package final class CallDatabase: Sendable {
  let invocation: Invocation
  /// The call's database, with the share of its bundle's version.
  var database: Database { invocation.database.used(by: invocation.workerRun?.version ?? "worker") }
  private let tasks: OwnedTasks
  private let memory: OperationMemory
  private struct Sessions {
    var open: [UInt64: TransactionSession] = [:]
    /// Whether the call has ended: no session begins any more, since nothing would end it.
    var isEnded = false
  }

  private let sessions = Mutex(Sessions())

  package init(_ invocation: Invocation, on reactor: Reactor, memory: OperationMemory = OperationMemory()) {
    self.invocation = invocation
    self.memory = memory
    tasks = OwnedTasks(on: reactor)
  }

  /// Takes an operation, and answers its exchange.
  ///
  /// - Returns: false for an operation of another service.
  package func receive(_ operation: Operation, _ exchange: IncomingExchange) -> Bool {
    let isLong = if case .streamed = operation { true } else { false }
    return receive(operation, OperationReply(exchange, tasks, memory, isLong: isLong))
  }

  /// Takes an operation that has its reply.
  func receive(_ operation: Operation, _ reply: OperationReply) -> Bool {
    let exchange = reply.exchange
    switch operation {
    case .transaction(let rights, let isolation):
      begin(
        TransactionSession(reply, on: database.with(rights), isolation: isolation, of: invocation), reply)
    case .statement(let id, _, _, _), .savepoint(let id, _), .restart(let id, _), .enqueue(_, let id),
      .cancelJob(_, let id), .signOut(_, let id):
      guard let session = sessions.withLock({ $0.open[id] }) else {
        reply.fail(DatabaseError.ended)
        return true
      }
      session.receive(TransactionCommand(operation: operation, reply: reply))
    case .query, .execute, .batch, .jobStatus, .pruneHistory, .deleteUser:
      start(reply) { [self] in try await perform(operation, reply) }
    case .streamed:
      start(reply) { [self] in try await collect(exchange, reply) }
    default:
      return false
    }
    return true
  }

  /// Takes a note of an exchange: the end of a transaction's body. Another note has no effect.
  package func noted(_ payload: ByteBuffer, of id: UInt64) {
    guard let note = try? TransactionNote(payload: payload) else { return }
    sessions.withLock { $0.open[id] }?.receive(note)
  }

  /// Whether a transaction is open.
  func awaitsNote(of id: UInt64) -> Bool { sessions.withLock { $0.open[id] != nil } }

  /// Ends the call's operations and waits for them. Open transactions are rolled back.
  package func end() async {
    let open = sessions.withLock { sessions in
      sessions.isEnded = true
      return Array(sessions.open.values)
    }
    for session in open { session.abandon() }
    tasks.close()
    await tasks.drain()
  }

  /// Starts the task of an operation outside of transactions, which the worker can cancel.
  private func start(_ reply: OperationReply, _ body: @escaping @Sendable () async throws -> Void) {
    let task = tasks.start {
      do { try await body() } catch { reply.fail(error) }
    }
    guard let task else { return reply.fail(CancellationError()) }
    reply.exchange.onCancel { task.cancel() }
  }

  private func begin(_ session: TransactionSession, _ reply: OperationReply) {
    let id = reply.exchange.id
    let refusal = sessions.withLock { sessions -> (any Error)? in
      guard !sessions.isEnded else { return CancellationError() }
      guard sessions.open.count < ChannelLimits.transactionsOfCall else { return DatabaseError.tooManyTransactions }
      sessions.open[id] = session
      return nil
    }
    if let refusal { return reply.fail(refusal) }
    let task = tasks.start { [self] in
      await session.run()
      sessions.withLock { _ = $0.open.removeValue(forKey: id) }
    }
    guard let task else {
      // The call has ended, so the session does not run and must not be awaited.
      sessions.withLock { _ = $0.open.removeValue(forKey: id) }
      return reply.fail(CancellationError())
    }
    session.attach(task)
    reply.exchange.onCancel { session.cancel() }
  }
}

extension DatabaseError {
  fileprivate static let tooManyTransactions = DatabaseError(
    .poolExhausted, "A call may have \(ChannelLimits.transactionsOfCall) transactions open at the same time.")
}
