import Database

extension TestHost {
  /// The query plan of a statement, one line a step. On Postgres, sequential scans are disabled where an index can be
  /// used.
  ///
  /// - Parameter bitmaps: whether Postgres may use bitmap scans, which some indexes need.
  package func plan(of statement: SQL, bitmaps: Bool = true) async throws -> [String] {
    let dialect = database.dialect
    // In a transaction: outside one, reads refuse to explain a write.
    return try await database.transaction { transaction in
      switch dialect {
      case .sqlite:
        return try await transaction.query("EXPLAIN QUERY PLAN \(statement)").map { try $0.get("detail") }
      case .postgres:
        // Postgres would scan the small tables of a test.
        try await transaction.execute("SET LOCAL enable_seqscan = off")
        if !bitmaps { try await transaction.execute("SET LOCAL enable_bitmapscan = off") }
        return try await transaction.query("EXPLAIN (COSTS off) \(statement)").map { try $0.get("QUERY PLAN") }
      }
    }
  }

  /// The steps of a statement that read a whole table.
  package func scans(of statement: SQL) async throws -> [String] {
    try await plan(of: statement).filter { $0.hasPrefix("SCAN") || $0.contains("Seq Scan") }
  }
}
