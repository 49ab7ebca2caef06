import Database
import Engines
import FoundationEssentials
import Logging

/// The Postgres server that `SWIFTLET_TEST_DATABASE` names, with a database for each test.
///
/// Its user has to be allowed to create databases. A database that is not removed stays on the server; templates of
/// earlier processes are removed after a day.
struct TestServer: Sendable {
  /// All limits of a test's database, far longer than a host's, since tests share the machine.
  static let patience = Duration.seconds(60)

  private let url: String
  private let address: URLComponents

  /// The address in the environment; nil if databases are embedded.
  static var variable: String? {
    ProcessInfo.processInfo.environment["SWIFTLET_TEST_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// - Throws: `DatabaseError` if the URL is not one of Postgres.
  init(url: String) throws {
    guard let address = URLComponents(string: url), address.scheme?.hasPrefix("postgres") == true else {
      throw DatabaseError(.cannotOpen, "SWIFTLET_TEST_DATABASE is no postgres:// address")
    }
    self.url = url
    self.address = address
  }

  func url(of name: String) -> String {
    var address = address
    address.path = "/\(name)"
    return address.string ?? url
  }

  /// Creates a database, empty or as a copy of a template, and returns its name.
  func create(from template: String? = nil) async throws -> String {
    let name = "test_\(Self.unique())"
    try await create(name, from: template)
    return name
  }

  private func create(_ name: String, from template: String?) async throws {
    let origin = template.map { " TEMPLATE \($0)" } ?? ""
    try await PostgresOptions(url: url).runAlone("CREATE DATABASE \(name)\(origin)")
  }

  func open(_ name: String, connections: Int) async throws -> Database {
    let options = PostgresOptions(
      url: url(of: name), poolSize: connections, acquireTimeout: Self.patience, statementTimeout: Self.patience,
      transactionLimit: Self.patience)
    return Database(
      try await PostgresEngine.open(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
  }

  /// Removes one of its databases, also while it is in use.
  func drop(_ name: String) async throws {
    try await PostgresOptions(url: url).runAlone("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
  }

  /// Creates a database to copy, and removes the templates of processes that began more than a day ago.
  ///
  /// - Returns: its name.
  func createTemplate(of contents: DatabaseContents) async throws -> String {
    let now = Int(Date.now.timeIntervalSince1970)
    let name = "\(Self.prefix)\(now)_\(Self.unique())"
    try await create(name, from: nil)
    do {
      let database = try await open(name, connections: 1)
      let old: [String]
      do {
        try await contents.add(to: database)
        old = try await database.query("SELECT datname FROM pg_database").compactMap { row in
          let name = try row.get("datname", as: String.self)
          guard name.hasPrefix(Self.prefix), let start = Int(name.dropFirst(Self.prefix.count).prefix { $0 != "_" })
          else { return nil }
          return start < now - 86_400 ? name : nil
        }
      } catch {
        await database.close()
        throw error
      }
      // Postgres copies no database that is in use.
      await database.close()
      // Best effort: another process may remove them too.
      for name in old { try? await drop(name) }
    } catch {
      try? await drop(name)
      throw error
    }
    return name
  }

  private static let prefix = "test_template_"

  private static func unique() -> String { UUID().lowercased.replacing("-", with: "") }
}
