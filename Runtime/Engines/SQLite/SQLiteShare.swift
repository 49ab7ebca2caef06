import Database

/// The SQLite engine of one of its users. Its queries take a part of the readers at most, and its transactions take turns
/// with those of others.
struct SQLiteShare: DatabaseEngine {
  let writer: Writer
  let readers: ReaderPool
  let user: String

  var dialect: SQLDialect { .sqlite }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await readers.query(sql, limit: limit, of: user)
  }

  func execute(_ sql: SQL) async throws -> Int {
    try await writer.execute(sql, of: user)
  }

  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await writer.transaction(of: user, body)
  }

  func used(by user: String) -> any DatabaseEngine { SQLiteShare(writer: writer, readers: readers, user: user) }

  /// Closes nothing: the connections belong to the engine that was opened.
  func close() async {}
}
