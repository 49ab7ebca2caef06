import Database

/// A transaction on the writer, as its body uses it.
///
/// The body runs on the writer's thread, where a statement costs no change of threads. A statement of another task,
/// such as a detached one, moves to the writer's thread and back.
struct SQLiteTransaction: TransactionEngine {
  let turn: Writer.Turn
  let writer: Writer

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await writer.query(sql, limit: limit, in: turn)
  }

  func batch(_ statements: [SQL]) async throws -> [[Row]] {
    try await writer.batch(statements, in: turn)
  }

  func execute(_ sql: SQL) async throws -> Int {
    try await writer.execute(sql, in: turn)
  }

  func run(script: String, hasTimeout: Bool) async throws {
    try await writer.run(script: script, hasTimeout: hasTimeout, in: turn)
  }

  func savepoint(_ step: SavepointStep) async throws {
    try await writer.savepoint(step, in: turn)
  }

  func restart(isolation: TransactionIsolation) async throws {
    try await writer.restart(turn)
  }
}
