public import Database
import Foundation
import Logging

/// A database for one test, empty at first and gone afterwards.
///
/// An embedded one, unless the environment says `SWIFTLET_TEST_DATABASE=postgres://…`: then a new database on that server, which the address's user
/// must be allowed to create.
public struct TemporaryDatabase: Sendable {
  /// The database.
  public let database: Database
  private let drop: @Sendable () async throws -> Void

  /// Makes one.
  ///
  /// - Throws: `DatabaseError` if the server does not answer, or refuses.
  public init() async throws {
    guard let server = ProcessInfo.processInfo.environment["SWIFTLET_TEST_DATABASE"], !server.isEmpty else {
      database = Database(try SQLiteEngine.temporary())
      drop = {}
      return
    }
    let name = "test_\(UUID().uuidString.lowercased().prefix(8))_\(ProcessInfo.processInfo.processIdentifier)"
    try await Self.run("CREATE DATABASE \(name)", on: server)
    guard var address = URLComponents(string: server) else {
      throw DatabaseError(.cannotOpen, "SWIFTLET_TEST_DATABASE is no postgres:// address")
    }
    address.path = "/\(name)"
    var options = PostgresOptions(url: address.string ?? server)
    options.poolSize = 4
    database = Database(try await PostgresEngine.open(options, logger: Self.silent))
    drop = { try await Self.run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", on: server) }
  }

  /// Closes the database and removes it.
  public func remove() async {
    await database.close()
    // What is left on a server that went away goes with it.
    try? await drop()
  }

  /// Runs a statement that no transaction may hold.
  private static func run(_ script: String, on server: String) async throws {
    var options = PostgresOptions(url: server)
    options.poolSize = 1
    let engine = try await PostgresEngine.open(options, logger: silent)
    do {
      _ = try await engine.execute(SQL(verbatim: script))
    } catch {
      await engine.close()
      throw error
    }
    await engine.close()
  }

  private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
