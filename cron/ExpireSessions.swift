import Edge
import Foundation

/// Ends Swivo's sessions that are open for longer than 30 days, or than `[jobs.expire_sessions] older_than`.
///
/// An expired session is closed, and its invite code is answered like an unknown one, which leaves fewer codes to
/// guess.
let expireSessions = Job("expire_sessions", every: "23 * * * *", olderThan: .seconds(30 * 86_400)) { context, age in
  let now = context.clock.now
  let database = context.database
  try await inBatches(of: 500) { size in
    let statement = SQL.expireSessions(
      createdBefore: now - age / .seconds(1), at: now, limit: size, hold: database.dialect.skippingLocked)
    let expired = try await database.transaction { try await $0.query(statement) }
    // The topic of Swivo's function `session`, by its name: neither target imports the other, and a test compares them.
    for row in expired { context.changes.signal(ChangeTopic("session", try row.get("id"))) }
    return expired.count
  }
}

extension SQL {
  static func expireSessions(createdBefore end: Date, at now: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT id FROM sessions WHERE status = 'open' AND created_at <= \(end)
      ORDER BY created_at LIMIT \(limit) \(hold))
    UPDATE sessions SET status = 'closed', expired_at = \(now) WHERE id IN (SELECT id FROM batch)
    RETURNING id
    """
  }
}
