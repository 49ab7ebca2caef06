import Edge
import Foundation

/// The caller's shares and those shared with the caller, active or not: the 100 newest, newest first.
let etaShares = Function("eta_shares", access: .user) { context in
  let now = context.clock.now
  return try await context.database.query(.shares(of: context.userID)).map { try ETAShare($0, at: now) }
}

extension SQL {
  /// Each part of the union reads its newest along an index.
  static func shares(of userID: UUID) -> SQL {
    """
    SELECT id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at FROM eta_shares
    WHERE id IN (
      SELECT id FROM (
        SELECT id FROM eta_shares WHERE user_id = \(userID)
        ORDER BY created_at DESC, id DESC LIMIT 100) AS own
      UNION SELECT share_id FROM (
        SELECT share_id FROM eta_share_recipients WHERE user_id = \(userID)
        ORDER BY created_at DESC, share_id DESC LIMIT 100) AS received)
    ORDER BY created_at DESC, id DESC LIMIT 100
    """
  }
}
