import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The number of rows of the history that one step of a search examines.
  private static let chunk = 5_000

  /// Searches the history from the newest row on, as far as a ``SearchBudget`` allows.
  func search(_ search: JobCommand.RunSearch) async throws -> JobCommand.FoundRuns {
    let limit = search.limit ?? 50
    let budget = SearchBudget()
    var before = search.before
    var runs: [RunRecord] = []
    var examined: Date?
    repeat {
      let floor = try await floor(search, before: before)
      runs += try await newest(search, before: before, from: floor?.id, limit: limit + 1 - runs.count)
      if runs.count > limit {
        return .init(runs: Array(runs.prefix(limit)), next: runs[limit - 1].id, examinedBackTo: nil)
      }
      guard let floor else { return .init(runs: runs, next: nil, examinedBackTo: nil) }
      // The rows are in the order in which they were written, which is almost that of the ends: a minute allows for the
      // difference.
      if let since = search.since, floor.finishedAt < since.addingTimeInterval(-60) {
        return .init(runs: runs, next: nil, examinedBackTo: nil)
      }
      before = floor.id
      examined = floor.finishedAt
    } while budget.isLeft
    return .init(runs: runs, next: before, examinedBackTo: examined)
  }

  /// The last row of a chunk; nil if the chunk is the last.
  private func floor(
    _ search: JobCommand.RunSearch, before: Int64?
  ) async throws -> (id: Int64, finishedAt: Date)? {
    let row = try await database.first(
      """
      SELECT r.id, r.finished_at FROM \(sql.runs) r WHERE true\(indexed(search, before: before))
      ORDER BY r.id DESC LIMIT 1 OFFSET \(Self.chunk - 1)
      """)
    return try row.map { (try $0.get("id"), try $0.get("finished_at")) }
  }

  private func newest(
    _ search: JobCommand.RunSearch, before: Int64?, from floor: Int64?, limit: Int
  ) async throws -> [RunRecord] {
    let from: SQL = floor.map { " AND r.id >= \($0)" } ?? ""
    let trigger: SQL = search.trigger.map { " AND r.trigger = \($0)" } ?? ""
    let host: SQL = search.host.map { " AND r.host = \($0)" } ?? ""
    let late: SQL = search.isLate == true ? " AND r.is_late = 1" : ""
    let since: SQL = search.since.map { " AND r.finished_at >= \($0)" } ?? ""
    let error: SQL = search.error.map { " AND \(sql.contains("r.error", $0))" } ?? ""
    let outcome: SQL =
      switch search.outcome {
      case nil: ""
      case "dead": " AND r.is_dead = 1"
      case let outcome?: " AND r.outcome = \(outcome)"
      }
    return try await database.query(
      """
      SELECT \(runColumns) FROM \(sql.runs) r
      WHERE true\(indexed(search, before: before))\(from)\(outcome)\(trigger)\(host)\(late)\(since)\(error)
      ORDER BY r.id DESC LIMIT \(limit)
      """
    ).map(Self.record)
  }

  /// The conditions that an index answers.
  private func indexed(_ search: JobCommand.RunSearch, before: Int64?) -> SQL {
    let name: SQL = search.name.map { " AND r.name = \($0)" } ?? ""
    let job: SQL = search.jobID.map { " AND r.job_id = \($0)" } ?? ""
    let before: SQL = before.map { " AND r.id < \($0)" } ?? ""
    return "\(name)\(job)\(before)"
  }

  /// The newest ended tries of each of some jobs, the newest first.
  func newestRuns(of names: [String], limit: Int) async throws -> [String: [RunRecord]] {
    var found: [String: [RunRecord]] = [:]
    // A statement's text is bounded on both engines.
    for start in stride(from: 0, to: names.count, by: 50) {
      var union: SQL = ""
      for (index, name) in names[start..<min(start + 50, names.count)].enumerated() {
        let separator: SQL = index == 0 ? "" : " UNION ALL "
        union = """
          \(union)\(separator)SELECT * FROM (SELECT \(runColumns) FROM \(sql.runs) r
            WHERE r.name = \(name) ORDER BY r.id DESC LIMIT \(limit)) AS n\(QueueDialect.numeral(index))
          """
      }
      for row in try await database.query(union) {
        let run = try Self.record(row)
        found[run.name, default: []].append(run)
      }
    }
    return found.mapValues { $0.sorted { ($0.id ?? 0) > ($1.id ?? 0) } }
  }
}
