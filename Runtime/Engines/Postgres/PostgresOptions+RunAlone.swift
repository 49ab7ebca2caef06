import Database
import FoundationEssentials
import Loop

extension PostgresOptions {
  /// Runs one statement that is not allowed in a transaction, such as `CREATE DATABASE`, on a connection of its own.
  ///
  /// - Parameter statement: The program's text, without text of its users. It may take a minute.
  /// - Throws: ``DatabaseError``.
  package func runAlone(_ statement: String) async throws {
    let address = try address()
    try await SystemThread.result(named: "swiftlet-alone") { () throws(DatabaseError) in
      let handle = try ServerHandle.connect(to: address)
      _ = try handle.runBlocking(statement, until: .now.advanced(by: .seconds(60)))
    }
  }
}
