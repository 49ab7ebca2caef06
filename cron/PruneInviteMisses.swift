import Edge
import Foundation

/// Removes Swivo's wrong invite codes of more than an hour ago.
///
/// A miss counts for a minute; the rest of the hour allows for hosts whose clocks differ.
let pruneInviteMisses = Job("prune_invite_misses", every: "53 * * * *") { context in
  let end = context.clock.now - 3600
  try await context.database.executeInBatches { .deleteInviteMisses(before: end, limit: $0, hold: $1) }
}

extension SQL {
  static func deleteInviteMisses(before end: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT user_id, slot FROM invite_code_misses WHERE missed_at < \(end)
      ORDER BY missed_at LIMIT \(limit) \(hold))
    DELETE FROM invite_code_misses WHERE (user_id, slot) IN (SELECT user_id, slot FROM batch)
    """
  }
}
