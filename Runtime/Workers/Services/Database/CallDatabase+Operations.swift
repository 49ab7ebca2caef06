import Channel
import Edge

extension CallDatabase {
  /// Runs an operation outside of transactions, and answers it.
  func perform(_ operation: Operation, _ reply: OperationReply) async throws {
    let services = invocation.services
    switch operation {
    case .query(let sql, let limit, let rights, let isNested):
      if isNested && services.database.isShared { throw DatabaseError.nested }
      let rows = try await database.with(rights).engine.query(sql, limit: limit)
      // Other operations may have used up the memory meanwhile, and a read has had no effect.
      if let refusal = reply.refusal { throw refusal }
      reply.answer(RowSet(rows))
    case .execute(let sql, let rights):
      reply.answer(try await database.with(rights).execute(sql))
    case .batch(let statements, let rights):
      reply.answer(try await database.with(rights).batch(statements).map(RowSet.init))
    case .jobStatus(let id):
      reply.answer(try await invocation.jobs.status(id))
    case .pruneHistory(let age, let count):
      reply.answer(try await invocation.jobs.pruneHistory(olderThan: age, keeping: count))
    case .deleteUser(let user):
      try await services.accounts.delete(user)
      reply.answer(Nothing())
    default:
      throw DatabaseError(.notSupported, "The operation belongs to a transaction.")
    }
  }

  /// Collects a long operation, and takes it. The worker awaits its answer, so the order of a transaction's commands is
  /// kept.
  func collect(_ exchange: IncomingExchange, _ reply: OperationReply) async throws {
    guard let body = exchange.body else { throw MessageFault("an operation has no stream") }
    let payload = try await LongPayload.collect(body, maximum: LongPayload.maximum) { try reply.lease?.add($0) }
    let message = try OperationMessage(payload: payload)
    if case .streamed = message.operation { throw MessageFault("a streamed operation contains another one") }
    guard receive(message.operation, reply) else { throw MessageFault("an operation of this kind cannot be streamed") }
  }
}
