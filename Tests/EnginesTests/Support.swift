import Database
import Foundation
import Logging
import Testing

@testable import Engines

/// Runs a body with a database of its own, which is closed and removed afterwards.
func withDatabase<T>(
  on engine: TestEngine = .sqlite, limit: Duration = .seconds(3600), connections: Int = 8, schema: String = "",
  _ body: (Database) async throws -> T
) async throws -> T {
  switch engine {
  case .sqlite:
    let options = SQLiteOptions(
      transactionIdleLimit: limit, transactionLimit: .seconds(3600), readers: connections,
      statementTimeout: .seconds(3600))
    return try await using(Database(try SQLiteEngine.temporary(options: options)), schema, body)
  case .postgres:
    return try await withPostgres(limit: limit, connections: connections, schema: schema) { engine, _ in
      try await body(Database(engine))
    }
  case .remoteSQLite, .remotePostgres:
    return try await withDatabase(on: engine.base, limit: limit, connections: connections, schema: schema) { base in
      try await withRemote(on: base) { database, _ in try await body(database) }
    }
  }
}

/// Runs a body with a Postgres database of its own and the database's name. A limit that the test does not set is an
/// hour, so that a slow machine reaches none.
func withPostgres<T>(
  limit: Duration = .seconds(3600), connections: Int = 4, acquireTimeout: Duration = .seconds(3600),
  statementTimeout: Duration = .seconds(3600), schema: String = "", on server: PostgresServer? = nil,
  _ body: (PostgresEngine, String) async throws -> T
) async throws -> T {
  let common = try await PostgresServer.common()
  let server = server ?? common
  let name = try await server.makeDatabase()
  if !schema.isEmpty { try await server.run(schema, on: name) }
  let options = PostgresOptions(
    url: server.url(of: name), poolSize: connections, acquireTimeout: acquireTimeout,
    statementTimeout: statementTimeout, transactionLimit: limit)
  let engine = try await PostgresEngine.open(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  let value = try await using(Database(engine), "") { _ in try await body(engine, name) }
  try await server.drop(name)
  return value
}

private func using<T>(
  _ database: Database, _ schema: String, _ body: (Database) async throws -> T
) async throws -> T {
  do {
    if !schema.isEmpty { try await database.transaction { try await $0.run(script: schema) } }
    let value = try await body(database)
    await database.close()
    return value
  } catch {
    await database.close()
    throw error
  }
}

/// The ids in a test's table `t`.
func ids(_ database: Database) async throws -> [Int] {
  try await database.query("SELECT id FROM t ORDER BY id").map { try $0.get("id") }
}

/// Runs a body that must throw, and returns its error.
func failure(
  of body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> DatabaseError {
  let error = await #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) { try await body() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension Database {
  /// The engine that does the work.
  fileprivate var base: any DatabaseEngine { (engine as? RemoteTestEngine)?.base ?? engine }

  /// The counts of the engine that does the work.
  var statistics: DatabaseStatistics {
    (base as? PostgresEngine)?.statistics ?? (base as? SQLiteEngine)?.statistics ?? DatabaseStatistics()
  }
}

/// Returns once that many transactions wait for their turn. Engines have no event for it, only the count.
func untilWaiting(_ count: Int, on database: Database) async throws {
  if let engine = database.base as? PostgresEngine {
    while engine.waitingCount < count { await Task.yield() }
  } else {
    let engine = try #require(database.base as? SQLiteEngine)
    while await engine.writer.waitingCount < count { await Task.yield() }
  }
}
