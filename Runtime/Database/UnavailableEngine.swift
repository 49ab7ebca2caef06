/// A database that cannot be used here: everything asked of it throws, and says why.
struct UnavailableEngine: DatabaseEngine {
  let dialect: SQLDialect
  let reason: String

  var statistics: DatabaseStatistics { DatabaseStatistics() }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] { throw error }
  func execute(_ sql: SQL) async throws -> Int { throw error }
  func transaction<T: Sendable>(_ body: sending (Transaction) async throws -> T) async throws -> T { throw error }
  func close() async {}

  private var error: DatabaseError { DatabaseError(.notSupported, reason) }
}

extension Database {
  /// A database of which every use throws ``DatabaseError/Code/notSupported``.
  ///
  /// - Parameter reason: why, for a developer.
  public static func unavailable(_ reason: String) -> Database {
    Database(UnavailableEngine(dialect: .postgres, reason: reason))
  }
}
