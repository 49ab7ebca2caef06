import Edge
import Synchronization

/// An engine that records for which users transactions begin.
struct UserRecordingEngine: DatabaseEngine {
  /// The users, in order.
  final class Record: Sendable {
    private let names = Mutex<[String?]>([])

    var users: [String?] { names.withLock(\.self) }

    func add(_ user: String?) { names.withLock { $0.append(user) } }
  }

  let base: any DatabaseEngine
  let record: Record
  var user: String?

  var dialect: SQLDialect { base.dialect }
  var notifications: (any DatabaseNotifications)? { base.notifications }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] { try await base.query(sql, limit: limit) }

  func execute(_ sql: SQL) async throws -> Int { try await base.execute(sql) }

  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    record.add(user)
    return try await base.transaction(isolation: isolation, retries: retries, body)
  }

  func used(by user: String) -> any DatabaseEngine {
    UserRecordingEngine(base: base.used(by: user), record: record, user: user)
  }

  func close() async { await base.close() }
}
