/// A caller's transaction, for statements that run with the host's rights.
struct HostTransaction: TransactionEngine {
  let transaction: PostgresTransaction

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await transaction.query(sql, limit: limit, for: nil)
  }

  func execute(_ sql: SQL) async throws -> Int { try await transaction.execute(sql, for: nil) }
  func batch(_ statements: [SQL]) async throws -> [[Row]] { try await transaction.batch(statements, for: nil) }
  func run(script: String) async throws { try await transaction.run(script: script, for: nil) }
  func savepoint(_ step: SavepointStep) async throws { try await transaction.savepoint(step) }
}

extension PostgresTransaction {
  /// This transaction, or one within it that has the host's rights.
  var asHost: any TransactionEngine { caller == nil ? self : HostTransaction(transaction: self) }

  /// Takes the caller's role off for statements of the host's. They are sent together, so nothing comes in between, and
  /// an error undoes it with the transaction or its savepoint.
  func asHost(_ commands: [ServerConnection.Command], for subject: Caller?) -> [ServerConnection.Command] {
    guard let caller, subject == nil else { return commands }
    return [ServerConnection.Command(statement: .asHost)] + commands + [caller.command]
  }
}

extension Statement {
  static let asHost = Statement(control: "SET LOCAL role TO DEFAULT")
}
