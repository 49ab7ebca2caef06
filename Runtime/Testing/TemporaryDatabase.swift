public import Database
import Engines
import FoundationEssentials
import Logging

/// An empty database for one test, removed after it.
///
/// It is embedded, or, with `SWIFTLET_TEST_DATABASE=postgres://…` in the environment, a new database on that server.
/// The URL's user has to be allowed to create databases. A database that is not removed stays on the server.
public struct TemporaryDatabase: Sendable {
  /// The database.
  public let database: Database
  /// Its address on a server; nil if it is embedded.
  public let url: String?
  private let drop: @Sendable () async throws -> Void

  /// The address of the server that `SWIFTLET_TEST_DATABASE` names; nil if databases are embedded.
  public static var server: String? {
    ProcessInfo.processInfo.environment["SWIFTLET_TEST_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Creates a database. On a server, at most 24 are open at a time, and further calls wait.
  ///
  /// - Parameter connections: the most connections to a server.
  /// - Throws: `DatabaseError` if the server does not answer, or refuses.
  public init(connections: Int = 4) async throws {
    guard let server = Self.server else {
      database = Database(
        try SQLiteEngine.temporary(
          options: SQLiteOptions(transactionIdleLimit: Self.patience, statementTimeout: Self.patience)))
      url = nil
      drop = {}
      return
    }
    guard var address = URLComponents(string: server), address.scheme?.hasPrefix("postgres") == true else {
      throw DatabaseError(.cannotOpen, "SWIFTLET_TEST_DATABASE is no postgres:// address")
    }
    let name = "test_\(UUID().lowercased.replacing("-", with: ""))"
    address.path = "/\(name)"
    let url = address.string ?? server
    await Places.shared.take()
    do {
      try await PostgresOptions(url: server).runAlone("CREATE DATABASE \(name)")
      // Concurrent tests share the machine's cores, so limits have to be long.
      let options = PostgresOptions(
        url: url, poolSize: connections, acquireTimeout: Self.patience, statementTimeout: Self.patience,
        transactionLimit: Self.patience)
      database = Database(try await PostgresEngine.open(options, logger: Self.silent))
    } catch {
      await Places.shared.leave()
      throw error
    }
    self.url = url
    drop = {
      do {
        try await PostgresOptions(url: server).runAlone("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
      } catch {
        await Places.shared.leave()
        throw error
      }
      await Places.shared.leave()
    }
  }

  /// Closes the database and removes it.
  public func remove() async {
    await database.close()
    // Best effort: the server may be gone by now.
    try? await drop()
  }

  /// All limits of a test's database, far longer than a host's, since tests share the machine.
  private static let patience = Duration.seconds(60)
  private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// Limits the number of open databases, so that concurrent tests do not use up a server's connections.
private actor Places {
  static let shared = Places()

  private var free = 24
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard free == 0 else { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    guard !waiting.isEmpty else { return free += 1 }
    waiting.removeFirst().resume()
  }
}
