import Worker

/// Runs 4,000 statements at once that take seconds each: reads or, with `?writes=1`, statements in transactions.
let sleepingStatements = Function.raw("sleeping_statements", access: .anyone) { request, context in
  let database = context.database
  let statement: SQL =
    switch database.dialect {
    case .postgres: "SELECT pg_sleep(7.9)"
    case .sqlite:
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers
      """
    }
  let writes = request.query("writes") != nil
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<4000 {
      group.addTask {
        if writes {
          _ = try? await database.transaction { try await $0.query(statement) }
        } else {
          _ = try? await database.query(statement)
        }
      }
    }
  }
  return .text("slept")
}
