import Edge
import Foundation

/// Deletes history: runs of jobs older than 30 days or beyond the newest 10,000 of a job, and the apps' expired rows.
/// `[retention]` sets the days of each kind.
let pruneHistory = Job.pruneHistory(kinds: [closedSessions, endedShares, subscriptionNotices, accountDeletions])

/// Swivo's sessions that are matched or closed, with their likes and the outcomes of their notifications.
private let closedSessions = Retention("closed_sessions", days: 180) { context, end in
  try await context.database.executeInBatches { .deleteClosedSessions(before: end, limit: $0, hold: $1) }
}

/// Shvil's shares that have ended, with their events.
private let endedShares = Retention("ended_shares", days: 90) { context, end in
  try await context.database.executeInBatches { .deleteEndedShares(before: end, limit: $0, hold: $1) }
}

/// The stores' notices about Leftova's subscriptions. A store repeats a notice for days; an old one is stale by its
/// date.
private let subscriptionNotices = Retention("subscription_notices", days: 400) { context, end in
  try await context.database.executeInBatches { .deleteNotices(before: end, limit: $0, hold: $1) }
}

/// The ids of users who have deleted their accounts. They are kept longer than any token of such a user is valid, and
/// as long as a store may name the user in a notice.
private let accountDeletions = Retention("account_deletions", days: 30) { context, end in
  let now = context.clock.now
  return try await context.database.executeInBatches {
    .deleteAccountDeletions(before: end, at: now, limit: $0, hold: $1)
  }
}

extension SQL {
  static func deleteClosedSessions(before end: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT id FROM sessions
      WHERE status <> 'open' AND created_at < \(end)
        AND coalesce(closed_at, expired_at, matched_at, created_at) < \(end)
      ORDER BY created_at LIMIT \(limit) \(hold))
    DELETE FROM sessions WHERE id IN (SELECT id FROM batch)
    """
  }

  static func deleteEndedShares(before end: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT id FROM eta_shares WHERE NOT is_active AND expires_at < \(end)
      ORDER BY expires_at LIMIT \(limit) \(hold))
    DELETE FROM eta_shares WHERE id IN (SELECT id FROM batch)
    """
  }

  static func deleteNotices(before end: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT id FROM subscription_notices WHERE received_at < \(end) ORDER BY received_at LIMIT \(limit) \(hold))
    DELETE FROM subscription_notices WHERE id IN (SELECT id FROM batch)
    """
  }

  static func deleteAccountDeletions(before end: Date, at now: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT user_id FROM account_deletions
      WHERE deleted_at < \(end) AND (kept_until IS NULL OR kept_until < \(now))
      ORDER BY deleted_at LIMIT \(limit) \(hold))
    DELETE FROM account_deletions WHERE user_id IN (SELECT user_id FROM batch)
    """
  }
}
