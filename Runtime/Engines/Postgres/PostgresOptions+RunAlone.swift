import Database
import FoundationEssentials
import Loop

extension PostgresOptions {
  /// Runs one statement that is not allowed in a transaction, such as `CREATE DATABASE`, on a connection of its own.
  ///
  /// - Parameters:
  ///   - statement: The program's text, without text of its users.
  ///   - limit: How long the statement may take.
  /// - Throws: ``DatabaseError``.
  package func runAlone(_ statement: String, limit: Duration = .seconds(60)) async throws {
    let address = try address()
    try await SystemThread.result(named: "swiftlet-alone") { () throws(DatabaseError) in
      let handle = try ServerHandle.connect(to: address)
      _ = try handle.runBlocking(statement, until: .now.advanced(by: limit))
    }
  }
}
