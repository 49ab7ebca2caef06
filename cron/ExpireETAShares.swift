import Edge
import Foundation

/// Makes Shvil's active shares inactive once they are past their end.
///
/// Whatever it has not got to is shown as inactive all the same. Each batch is a transaction, so that a long backlog
/// keeps nobody else from writing; a run that is cut off leaves the rest to the next one.
let expireETAShares = Job("expire_eta_shares", every: "* * * * *") { context in
  // One instant for the whole run, or one that never catches up would never end.
  let now = context.clock.now
  let database = context.database
  try await inBatches(of: 500) { size in
    try await database.execute(.expireShares(at: now, limit: size, hold: database.engine.dialect.passingOverHeld))
  }
}

extension SQL {
  static func expireShares(at now: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT id FROM eta_shares WHERE is_active AND expires_at <= \(now) ORDER BY expires_at LIMIT \(limit) \(hold))
    UPDATE eta_shares SET is_active = FALSE, updated_at = \(now) WHERE id IN (SELECT id FROM batch)
    """
  }
}
