import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Searches the queue from the newest job on, as far as a ``SearchBudget`` allows.
  ///
  /// - Returns: the jobs that meet the conditions, and the id before which the search goes on; nil at the end.
  func search(_ conditions: JobConditions, limit: Int) async throws -> (jobs: [QueuedJob], next: Int64?) {
    // Smaller chunks where a row costs more: a look-up in the history, or a search through its input.
    let chunk = conditions.needsHistory ? 2_000 : conditions.texts.isEmpty ? 10_000 : 4_000
    let budget = SearchBudget()
    var conditions = conditions
    var jobs: [QueuedJob] = []
    // A search by id needs no chunks: it finds the row by its id.
    guard conditions.ids == nil else { return (try await newest(conditions, from: nil, limit: limit), nil) }
    repeat {
      let floor = try await floor(of: chunk, before: conditions.before)
      // One more than wanted tells whether there are others.
      jobs += try await newest(conditions, from: floor, limit: limit + 1 - jobs.count)
      if jobs.count > limit { return (Array(jobs.prefix(limit)), jobs[limit - 1].id) }
      guard let floor else { return (jobs, nil) }
      conditions.before = floor
    } while budget.isLeft
    return (jobs, conditions.before)
  }

  /// The id of the last row of a chunk that ends before an id; nil if the chunk is the table's last.
  private func floor(of chunk: Int, before: Int64?) async throws -> Int64? {
    let before: SQL = before.map { " WHERE id < \($0)" } ?? ""
    return try await database.first(
      "SELECT id FROM \(sql.jobs)\(before) ORDER BY id DESC LIMIT 1 OFFSET \(chunk - 1)")?.get("id")
  }

  private func newest(_ conditions: JobConditions, from floor: Int64?, limit: Int) async throws -> [QueuedJob] {
    let from: SQL = floor.map { " AND j.id >= \($0)" } ?? ""
    return try await queued(where: "\(condition(conditions))\(from)", by: "j.id DESC", limit: limit)
  }
}
