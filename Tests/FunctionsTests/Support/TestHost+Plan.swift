import Edge
import SwiftletTesting

extension TestHost {
  /// The steps of a statement, in the engine's words: on Postgres those that it takes where there is a way around reading whole tables.
  func plan(of statement: SQL) async throws -> [String] {
    let dialect = database.engine.dialect
    // In a transaction: reads outside one refuse even to explain a write.
    return try await database.transaction { transaction in
      switch dialect {
      case .sqlite:
        return try await transaction.query("EXPLAIN QUERY PLAN \(statement)").map { try $0.get("detail") }
      case .postgres:
        // Tables this small are otherwise read whole.
        try await transaction.execute("SET LOCAL enable_seqscan = off")
        return try await transaction.query("EXPLAIN (COSTS off) \(statement)").map { try $0.get("QUERY PLAN") }
      }
    }
  }

  /// The steps that read a whole table.
  func scans(of statement: SQL) async throws -> [String] {
    try await plan(of: statement).filter { $0.hasPrefix("SCAN") || $0.contains("Seq Scan") }
  }
}
