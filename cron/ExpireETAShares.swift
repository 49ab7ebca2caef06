import Edge
import Foundation

/// Makes Shvil's active shares inactive once they are past their end.
///
/// Shares past their end are shown as inactive before this job changes them too.
let expireETAShares = Job("expire_eta_shares", every: "* * * * *") { context in
  // One instant for the whole run, so that the run ends even if shares expire while it works.
  let now = context.clock.now
  try await context.database.executeInBatches { .expireShares(at: now, limit: $0, hold: $1) }
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
