import Edge
import Foundation

/// Starts Shvil's hunts whose planned start has come, and completes those whose end has come.
///
/// Each tick runs once on any number of hosts. A hunt whose start and end came while no host was up is started and
/// completed in one run.
let advanceHunts = Job("advance_hunts", every: "* * * * *") { context in
  // One instant for the whole run, so that the run ends even if hunts become due while it works.
  let now = context.clock.now
  try await context.database.executeInBatches { .startHunts(at: now, limit: $0, hold: $1) }
  try await context.database.executeInBatches { .completeHunts(at: now, limit: $0, hold: $1) }
}

extension SQL {
  static func startHunts(at now: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT id FROM scavenger_hunts WHERE status = 'draft' AND start_time <= \(now)
      ORDER BY start_time LIMIT \(limit) \(hold))
    UPDATE scavenger_hunts SET status = 'active', updated_at = \(now) WHERE id IN (SELECT id FROM batch)
    """
  }

  static func completeHunts(at now: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT id FROM scavenger_hunts WHERE status = 'active' AND end_time <= \(now)
      ORDER BY end_time LIMIT \(limit) \(hold))
    UPDATE scavenger_hunts SET status = 'completed', updated_at = \(now) WHERE id IN (SELECT id FROM batch)
    """
  }
}
