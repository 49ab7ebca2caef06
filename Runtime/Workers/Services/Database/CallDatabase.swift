package import Channel
package import Edge
package import Loop
package import NIOCore
import Synchronization

/// The uses of the database, the queue and the accounts by one call of a worker, with the services and the rights of that call.
///
/// Operations are received on the channel's thread in the order of their frames, which is the order of a transaction's commands.
package final class CallDatabase: Sendable {
  /// The most transactions that a call may have open.
  package static let maximumTransactions = 64

  let invocation: Invocation
  private let tasks: CallTasks
  private let sessions = Mutex<[UInt64: TransactionSession]>([:])

  /// - Parameters:
  ///   - invocation: the call's, as the host made it.
  ///   - reactor: the channel's loop, which runs the operations' tasks.
  package init(_ invocation: Invocation, on reactor: Reactor) {
    self.invocation = invocation
    tasks = CallTasks(on: reactor)
  }

  /// Takes an operation, and answers its exchange.
  ///
  /// - Returns: false for an operation of another service.
  package func receive(_ operation: Operation, _ exchange: IncomingExchange) -> Bool {
    let reply = OperationReply(exchange, tasks)
    switch operation {
    case .transaction(let rights, let isolation):
      begin(TransactionSession(reply, rights: rights, isolation: isolation, of: invocation), reply)
    case .statement(let id, _, _, _), .savepoint(let id, _), .restart(let id, _), .enqueue(_, let id),
      .cancelJob(_, let id), .signOut(_, let id):
      guard let session = sessions.withLock({ $0[id] }) else {
        reply.fail(DatabaseError.ended)
        return true
      }
      session.receive(TransactionCommand(operation: operation, reply: reply))
    case .query, .execute, .jobStatus, .pruneHistory, .deleteUser:
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
    guard let note = TransactionNote(payload: payload) else { return }
    sessions.withLock { $0[id] }?.receive(note)
  }

  /// Whether a transaction is open.
  func awaitsNote(of id: UInt64) -> Bool { sessions.withLock { $0[id] != nil } }

  /// Ends the call's operations and waits for them. Open transactions are rolled back.
  package func end() async {
    for session in sessions.withLock({ Array($0.values) }) { session.abandon() }
    await tasks.end()
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
    let isTaken = sessions.withLock { sessions in
      guard sessions.count < Self.maximumTransactions else { return false }
      sessions[id] = session
      return true
    }
    guard isTaken else { return reply.fail(DatabaseError.tooManyTransactions) }
    let task = tasks.start { [self] in
      await session.run()
      sessions.withLock { _ = $0.removeValue(forKey: id) }
    }
    guard let task else {
      // After the end of the call: the session never runs, so nothing may wait for it.
      sessions.withLock { _ = $0.removeValue(forKey: id) }
      return reply.fail(CancellationError())
    }
    session.runs(as: task)
    reply.exchange.onCancel { session.cancel() }
  }
}

extension DatabaseError {
  fileprivate static let tooManyTransactions = DatabaseError(
    .poolExhausted, "A call may have \(CallDatabase.maximumTransactions) transactions open at the same time.")
}
