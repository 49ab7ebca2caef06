import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The number of characters of a stored input that are read for a list.
  private static let readInput = 1000
  /// The number of characters of an input that a list shows.
  private static let shownInput = 100

  /// The columns of a job `j` in a list, without its last error.
  var queuedColumns: SQL {
    """
    j.id, j.name, j.state, j.trigger, j.priority, j.run_at, j.attempt, j.max_attempts, j.unique_key, j.enqueued_at,
    j.holder, j.started_at, substr(j.payload, 1, \(Self.readInput)) AS input
    """
  }

  /// Reads a row of ``queuedColumns`` and `error`.
  static func queued(_ row: Row) throws -> QueuedJob {
    let state: String = try row.get("state")
    return QueuedJob(
      id: try row.get("id"), name: try row.get("name"), state: state, trigger: try row.get("trigger"),
      priority: try row.get("priority"), runAt: try row.get("run_at"), attempt: try row.get("attempt"),
      maximumAttempts: try row.get("max_attempts"), key: try row.get("unique_key"),
      enqueuedAt: try row.get("enqueued_at"), startedAt: state == "running" ? try row.get("started_at") : nil,
      host: try row.get("holder"), error: try row.get("error"), reason: nil,
      input: try row.get("input", as: String.self).nonEmpty.map { MaskedInput.text(of: $0, limit: shownInput) })
  }

  /// The jobs of the queue that meet conditions, ordered by due time.
  func queued(_ conditions: JobConditions, limit: Int) async throws -> [QueuedJob] {
    try await queued(where: condition(conditions), by: "j.run_at, j.priority, j.id", limit: limit)
  }

  /// The first jobs `j` of the queue that meet a condition, in an order.
  func queued(where condition: SQL, by order: SQL, limit: Int) async throws -> [QueuedJob] {
    try await database.query(
      """
      SELECT j.*, (\(lastError(of: "j.id"))) AS error FROM (
        SELECT \(queuedColumns) FROM \(sql.jobs) j WHERE \(condition)
        ORDER BY \(order) LIMIT \(limit)) AS j
      ORDER BY \(order)
      """
    ).map(Self.queued)
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
