import CPostgres
import Foundation
import Testing

/// A Postgres server for the tests: the one that `SWIFTLET_TEST_POSTGRES` names, or one that begins and ends with them.
struct PostgresServer: Sendable {
  /// The address of its `postgres` database.
  let url: String
  /// The folder of one that belongs to a test.
  let folder: String?

  static let shared = Result { try PostgresServer() }

  private init() throws {
    let given = ProcessInfo.processInfo.environment["SWIFTLET_TEST_POSTGRES"] ?? ""
    if given.isEmpty { try self.init(settings: []) } else { self.init(url: given, folder: nil) }
  }

  private init(url: String, folder: String?) {
    (self.url, self.folder) = (url, folder)
  }

  /// Starts a server, which is removed when this process ends.
  init(settings: [String]) throws {
    let folder = NSTemporaryDirectory() + "swiftlet-postgres-\(UUID().uuidString)"
    let process = "\(ProcessInfo.processInfo.processIdentifier)"
    let url = try Self.script(["start", folder, "--with-pid", process] + settings.flatMap { ["-c", $0] })
    self.init(url: url, folder: folder)
  }

  func stop() throws {
    if let folder { _ = try Self.script(["stop", folder]) }
  }

  /// Stops the server and starts it again, with the same data and address.
  ///
  /// - Parameter isStandby: Whether it only reads from then on, until it is promoted.
  func restart(asStandby isStandby: Bool = false) throws {
    guard let folder else { return }
    _ = try Self.script(["stop", folder, "--keep"])
    if isStandby { try Data().write(to: URL(filePath: folder + "/data/standby.signal")) }
    _ = try Self.script(["start", folder, "--with-pid", "\(ProcessInfo.processInfo.processIdentifier)"])
  }

  /// The ids of the server's processes, the postmaster's first.
  func processes() throws -> [pid_t] {
    let file = try String(contentsOfFile: try #require(folder) + "/data/postmaster.pid", encoding: .utf8)
    let postmaster = try #require(file.split(separator: "\n").first.flatMap { pid_t($0) })
    let children = try String(contentsOfFile: "/proc/\(postmaster)/task/\(postmaster)/children", encoding: .utf8)
    return [postmaster] + children.split(separator: " ").compactMap { pid_t($0) }
  }

  /// The address of a database of this server.
  func url(of database: String) -> String {
    guard let slash = url.lastIndex(of: "/") else { return url }
    return url[..<slash] + "/" + database
  }

  /// The server for the tests that need no other.
  static func common() async throws -> PostgresServer { try await onThread { try shared.get() } }

  /// Makes an empty database.
  func makeDatabase() async throws -> String {
    let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    try await run("CREATE DATABASE \(name)")
    return name
  }

  func drop(_ database: String) async throws { try await run("DROP DATABASE IF EXISTS \(database) WITH (FORCE)") }

  /// Runs statements as the owner of the server, outside of the engine; the last one's first value.
  @discardableResult
  func run(_ sql: String, on database: String = "postgres") async throws -> String {
    try await Self.onThread { try runBlocking(sql, on: database) }
  }

  /// Runs a blocking call on a thread of its own, since tasks share few threads.
  static func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  private func runBlocking(_ sql: String, on database: String) throws -> String {
    let connection = unsafe PQconnectdb(url(of: database))
    defer { unsafe PQfinish(connection) }
    let result = unsafe PQexec(connection, sql)
    defer { unsafe PQclear(result) }
    let status = unsafe PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      throw Failure(message: unsafe String(cString: PQerrorMessage(connection)))
    }
    return unsafe PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : ""
  }

  struct Failure: Error { let message: String }

  private static func script(_ arguments: [String]) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let words = [root.appendingPathComponent("Scripts/postgres.sh").path] + arguments
    // Foundation's Process would wait for the server too, which inherits its descriptors.
    guard let stream = unsafe popen("exec bash " + words.map { "'\($0)'" }.joined(separator: " "), "r") else {
      throw Failure(message: "popen failed")
    }
    var line = [CChar](repeating: 0, count: 1024)
    let hasLine = unsafe fgets(&line, 1024, stream) != nil
    guard unsafe pclose(stream) == 0 else {
      throw Failure(message: "postgres.sh \(arguments) failed: is there a server? (Scripts/setup.sh --test)")
    }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return hasLine ? text.trimmingCharacters(in: .whitespacesAndNewlines) : ""
  }
}
