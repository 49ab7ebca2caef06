import Edge
import Logging

extension DatabaseLocation {
  /// Opens the database, which is created if it is not there.
  ///
  /// - Throws: `DatabaseError` that names the path.
  func open(logger: Logger? = nil) throws -> Database {
    Database(
      try SQLiteEngine(path: path, logger: logger ?? Logger(label: "database") { _ in SwiftLogNoOpLogHandler() }))
  }

  /// Opens the database for a while.
  func withDatabase<Result: Sendable>(_ body: (Database) async throws -> Result) async throws -> Result {
    let database = try open()
    do {
      let result = try await body(database)
      await database.close()
      return result
    } catch {
      await database.close()
      throw error
    }
  }
}
