import Channel
import Edge

extension TransactionSession {
  /// Runs a command in the transaction, and answers it.
  func perform(_ command: TransactionCommand, in transaction: Transaction) async throws {
    switch command.operation {
    case .statement(_, let kind, let statements, let rights):
      let engine = try engine(of: transaction, rights)
      try await perform(kind, statements, on: engine, answering: command.reply)
    case .savepoint(_, let step):
      try await transaction.engine.savepoint(step)
      command.reply.answer(Nothing())
    case .restart(_, let isolation):
      try await transaction.engine.restart(isolation: isolation)
      command.reply.answer(Nothing())
    case .enqueue(let jobs, _):
      let origin = invocation.jobOrigin
      let own = jobs.map { $0.enqueued(by: origin) }
      command.reply.answer(try await invocation.jobs.enqueue(own, in: transaction))
    case .cancelJob(let id, _):
      command.reply.answer(try await invocation.jobs.cancel(id, in: transaction))
    case .signOut(let user, _):
      try await invocation.services.accounts.signOut(user, in: transaction)
      command.reply.answer(Nothing())
    default:
      throw DatabaseError.notWithinTransaction
    }
  }

  private func perform(
    _ kind: StatementKind, _ statements: [SQL], on engine: any TransactionEngine, answering reply: OperationReply
  ) async throws {
    if kind == .batch {
      return reply.answer(try await engine.batch(statements).map(RowSet.init))
    }
    guard let statement = statements.first, statements.count == 1 else { throw DatabaseError.notOneStatement }
    switch kind {
    case .query(let limit): reply.answer(RowSet(try await engine.query(statement, limit: limit)))
    case .execute: reply.answer(try await engine.execute(statement))
    case .append:
      try await engine.append(statement)
      reply.answer(Nothing())
    case .script:
      try await engine.run(script: statement.text, hasTimeout: true)
      reply.answer(Nothing())
    case .batch: break
    }
  }

  /// The transaction with its own rights, or with others.
  private func engine(of transaction: Transaction, _ rights: Rights?) throws(DatabaseError) -> any TransactionEngine {
    switch rights {
    case nil: return transaction.engine
    case .host: return transaction.engine.asHost
    case .caller(let role, let claims):
      guard let engine = transaction.engine.acting(as: role, claims: claims) else { throw .noRoles }
      return engine
    }
  }
}

extension DatabaseError {
  fileprivate static let notWithinTransaction = DatabaseError(
    .notSupported, "The operation does not belong to a transaction.")
  fileprivate static let notOneStatement = DatabaseError(.syntax, "The command has one statement.")
  fileprivate static let noRoles = DatabaseError(
    .notSupported, "This database has no roles and no row-level security: acting for a caller needs Postgres.")
}
