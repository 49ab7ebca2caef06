/// The engine of a database that cannot be used: every call throws an error with the reason.
struct UnavailableEngine: DatabaseEngine {
  let dialect: SQLDialect
  let reason: String

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] { throw error }
  func execute(_ sql: SQL) async throws -> Int { throw error }
  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T { throw error }
  func close() async {}

  private var error: DatabaseError { DatabaseError(.notSupported, reason) }
}
