import Edge
import Engines
import Logging

extension DatabaseLocation {
  /// Opens the database; a file is created if it is not there.
  ///
  /// - Throws: `DatabaseError` that names the path or the server; ``Failure`` for a file that cannot be a database.
  func open(limits: DatabaseLimits = DatabaseLimits(), logger: Logger? = nil) async throws -> Database {
    let logger = logger ?? Logger(label: "database") { _ in SwiftLogNoOpLogHandler() }
    switch self {
    case .sqlite(let path):
      try checkFile()
      let options = SQLiteOptions(statementTimeout: .seconds(limits.statementTimeout))
      return Database(try SQLiteEngine(path: path, options: options, logger: logger))
    case .postgres(let address):
      let options = PostgresOptions(
        url: address.url, poolSize: limits.connections, statementTimeout: .seconds(limits.statementTimeout))
      return Database(try await PostgresEngine.open(options, logger: logger))
    }
  }

  /// Opens the database for a while.
  func withDatabase<Result: Sendable>(
    limits: DatabaseLimits = DatabaseLimits(), _ body: (Database) async throws -> Result
  ) async throws -> Result {
    let database = try await open(limits: limits)
    do {
      let result = try await body(database)
      await database.close()
      return result
    } catch {
      await database.close()
      throw naming(error)
    }
  }
}

extension LoadedConfiguration {
  /// Opens the configured database for a command, with the configured limit on a statement.
  ///
  /// A command needs few connections, so the configured number is that of a host alone.
  func withDatabase<Result: Sendable>(_ body: (Database) async throws -> Result) async throws -> Result {
    let limits = DatabaseLimits(statementTimeout: databaseLimits.statementTimeout)
    return try await database.withDatabase(limits: limits, body)
  }
}
