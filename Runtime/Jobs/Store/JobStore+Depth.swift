import Database
import Edge
import Foundation

/// How much is in the queue.
struct QueueDepth: Sendable, Equatable {
  /// How many jobs are available, scheduled and dead.
  var counts: [JobState: Int] = [:]
  /// Since when the oldest of those has been due that are available.
  var oldest: Date?
}

extension JobStore {
  /// How many jobs of a state are counted at most: a count of millions would read as long as a claim takes.
  private static let countLimit = 100_000

  /// Counts what is in the queue, of each state up to 100,000.
  func depth() async throws -> QueueDepth {
    func count(_ state: SQL) -> SQL {
      """
      SELECT \(state) AS state, count(*) AS jobs, min(run_at) AS oldest FROM (
        SELECT run_at FROM \(sql.jobs) WHERE state = \(state) LIMIT \(Self.countLimit)) AS found
      """
    }
    let rows = try await database.query(
      "\(count("'available'")) UNION ALL \(count("'scheduled'")) UNION ALL \(count("'dead'"))")
    var depth = QueueDepth()
    for row in rows {
      guard let state = JobState(rawValue: try row.get("state")) else { continue }
      depth.counts[state] = try row.get("jobs")
      if state == .available { depth.oldest = try row.get("oldest") }
    }
    return depth
  }
}
