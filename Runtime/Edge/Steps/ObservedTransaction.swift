import Database

/// A transaction whose statements are recorded as steps of a run.
struct ObservedTransaction: TransactionEngine {
  let base: any TransactionEngine
  let run: Invocation

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await run.step(.statement, sql.text) { try await base.query(sql, limit: limit) }
  }

  func execute(_ sql: SQL) async throws -> Int {
    try await run.step(.statement, sql.text) { try await base.execute(sql) }
  }

  func batch(_ statements: [SQL]) async throws -> [[Row]] {
    guard !statements.isEmpty else { return try await base.batch(statements) }
    return try await run.step(.statement, Self.text(of: statements)) { try await base.batch(statements) }
  }

  func run(script: String, hasTimeout: Bool) async throws {
    try await run.step(.statement, script) { try await base.run(script: script, hasTimeout: hasTimeout) }
  }

  func savepoint(_ step: SavepointStep) async throws {
    try await run.step(.statement, Self.text(of: step)) { try await base.savepoint(step) }
  }

  var asHost: any TransactionEngine { ObservedTransaction(base: base.asHost, run: run) }

  func append(_ sql: SQL) async throws {
    try await run.step(.statement, sql.text) { try await base.append(sql) }
  }

  func restart(isolation: TransactionIsolation) async throws {
    try await run.step(.statement, "ROLLBACK; BEGIN") { try await base.restart(isolation: isolation) }
  }

  func acting(as role: String, claims: String) -> (any TransactionEngine)? {
    base.acting(as: role, claims: claims).map { ObservedTransaction(base: $0, run: run) }
  }

  /// The texts of statements that travel together, as far as they are kept.
  static func text(of statements: [SQL]) -> String {
    var text = ""
    for statement in statements where text.utf8.count <= RunOperation.longestText {
      text += text.isEmpty ? statement.text : ";\n\(statement.text)"
    }
    return text
  }

  private static func text(of step: SavepointStep) -> String {
    switch step {
    case .set: "SAVEPOINT"
    case .release: "RELEASE SAVEPOINT"
    case .rollBack: "ROLLBACK TO SAVEPOINT"
    }
  }
}
