import Database
import Worker

/// A worker's engine with its host's, which does the work.
struct RemoteTestEngine: DatabaseEngine {
  let remote: any DatabaseEngine
  /// The host's engine.
  let base: any DatabaseEngine

  var dialect: SQLDialect { remote.dialect }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] { try await remote.query(sql, limit: limit) }
  func execute(_ sql: SQL) async throws -> Int { try await remote.execute(sql) }

  func batch(_ statements: [SQL]) async throws -> [[Row]] { try await remote.batch(statements) }

  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await remote.transaction(isolation: isolation, retries: retries, body)
  }

  func acting(as role: String, claims: String) -> any DatabaseEngine { remote.acting(as: role, claims: claims) }
  func close() async { await remote.close() }
}

/// Runs a body with a worker's database on a host's.
func withRemote<T>(on base: Database, _ body: (Database, RemoteCall) async throws -> T) async throws -> T {
  let call = try RemoteCall(on: base)
  let engine = RemoteTestEngine(remote: call.engine(base.dialect), base: base.engine)
  do {
    let value = try await body(Database(engine), call)
    await call.end()
    return value
  } catch {
    await call.end()
    throw error
  }
}

/// Runs a body with a worker's database, its call and the host's database.
func withCall<T>(
  on engine: TestEngine, limit: Duration = .seconds(3600),
  schema: String = "CREATE TABLE t (id INTEGER PRIMARY KEY)",
  _ body: (Database, RemoteCall, Database) async throws -> T
) async throws -> T {
  try await withDatabase(on: engine.base, limit: limit, connections: 8, schema: schema) { base in
    try await withRemote(on: base) { database, call in try await body(database, call, base) }
  }
}
