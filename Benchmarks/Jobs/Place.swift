import Database
import Engines
import Foundation
import Logging

/// Where the queue's tables are.
enum Place: Sendable {
  /// Files of a folder, a new one for each part.
  case files(String)
  /// A database that is for one part alone, and empty.
  case postgres(url: String)

  /// A database for one part, without the queue's tables.
  func make(_ name: String) async throws -> Database {
    switch self {
    case .files(let folder):
      let path = "\(folder)/\(name).sqlite"
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    case .postgres: break
    }
    return try await open(name)
  }

  /// The same database, opened again.
  func open(_ name: String) async throws -> Database {
    switch self {
    case .files(let folder): Database(try SQLiteEngine(path: "\(folder)/\(name).sqlite"))
    case .postgres(let url):
      Database(
        try await PostgresEngine.open(
          PostgresOptions(url: url), logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }))
    }
  }
}
