import Database

extension TestHost {
  /// The steps of a statement, in the engine's words: on Postgres those that it takes where there is a way around reading whole tables.
  ///
  /// - Parameter bitmaps: whether Postgres may collect rows before it reads them, as some indexes need.
  package func plan(of statement: SQL, bitmaps: Bool = true) async throws -> [String] {
    let dialect = database.engine.dialect
    // In a transaction: reads outside one refuse even to explain a write.
    return try await database.transaction { transaction in
      switch dialect {
      case .sqlite:
        return try await transaction.query("EXPLAIN QUERY PLAN \(statement)").map { try $0.get("detail") }
      case .postgres:
        // Tables as small as a test's are otherwise read whole.
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
