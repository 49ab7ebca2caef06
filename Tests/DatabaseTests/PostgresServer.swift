import CPostgres
import Foundation
import Testing

/// A Postgres server for the tests: the one that `SWIFTLET_TEST_POSTGRES` names, or one of their own that ends with them.
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
  func restart() throws {
    guard let folder else { return }
    _ = try Self.script(["stop", folder, "--keep"])
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

  /// Makes an empty database.
  func makeDatabase() throws -> String {
    let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    try run("CREATE DATABASE \(name)")
    return name
  }

  func drop(_ database: String) throws { try run("DROP DATABASE IF EXISTS \(database) WITH (FORCE)") }

  /// Runs a statement in no transaction, as its owner.
  @discardableResult
  func run(_ sql: String, on database: String = "postgres") throws -> String {
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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", root.appendingPathComponent("Scripts/postgres.sh").path] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(message: "postgres.sh \(arguments) failed: is there a server? (Scripts/setup.sh --test)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
