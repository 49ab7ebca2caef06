public import Database
import Engines
import FoundationEssentials

/// A database for one test, removed after it.
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
  public static var server: String? { TestServer.variable }

  /// Creates a database. On a server, at most 24 are open at a time, and further calls wait.
  ///
  /// - Parameters:
  ///   - connections: the most connections to a server.
  ///   - migrations: its migrations. They run once per process, and so does the seed: the database is a copy.
  ///   - seed: the rows that it begins with; nil for none.
  /// - Throws: `DatabaseError` if the server does not answer or refuses, or a migration fails; the seed's error.
  public init(connections: Int = 4, migrations: [MigrationSet] = [], seed: TestSeed? = nil) async throws {
    let contents = DatabaseContents(migrations: migrations, seed: seed)
    if let variable = TestServer.variable {
      try await self.init(on: TestServer(url: variable), connections, contents)
    } else {
      try await self.init(embedding: contents)
    }
  }

  private init(embedding contents: DatabaseContents) async throws {
    let file = contents.isEmpty ? nil : try await Self.files.template(of: contents)
    let options = SQLiteOptions(
      transactionIdleLimit: TestServer.patience, transactionLimit: .seconds(3600), statementTimeout: TestServer.patience
    )
    database = Database(try SQLiteEngine.temporary(contents: file, options: options))
    url = nil
    drop = {}
  }

  private init(on server: TestServer, _ connections: Int, _ contents: DatabaseContents) async throws {
    let template = contents.isEmpty ? nil : try await Self.databases.template(of: contents)
    let place = await DatabasePlaces.shared.take()
    let name: String
    do {
      name = try await server.create(from: template)
      database = try await server.open(name, connections: connections)
    } catch {
      await DatabasePlaces.shared.leave(place)
      throw error
    }
    url = server.url(of: name)
    drop = {
      do {
        try await server.drop(name)
      } catch {
        await DatabasePlaces.shared.leave(place)
        throw error
      }
      await DatabasePlaces.shared.leave(place)
    }
  }

  /// Closes the database and removes it. A second time does nothing.
  public func remove() async {
    await database.close()
    // Best effort: the server may be gone by now.
    try? await drop()
  }

  /// The files to copy.
  private static let files = DatabaseTemplates { contents in
    let path = FileManager.default.temporaryDirectory.appending(path: "template-\(UUID().uuidString).sqlite").path
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    let database = Database(try SQLiteEngine(path: path))
    do {
      try await contents.add(to: database)
    } catch {
      await database.close()
      throw error
    }
    // The last connection that closes moves all pages from the log to the file.
    await database.close()
    return try Data(contentsOf: URL(filePath: path))
  }

  /// The names of the server's databases to copy.
  private static let databases = DatabaseTemplates { contents in
    guard let variable = TestServer.variable else { throw DatabaseError(.cannotOpen, "There is no test server.") }
    return try await TestServer(url: variable).createTemplate(of: contents)
  }
}
