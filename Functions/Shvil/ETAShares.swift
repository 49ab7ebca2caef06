import Edge
import Foundation

/// The caller's shares and those shared with the caller, active or not: the 100 newest, newest first.
let etaShares = Function("eta_shares", access: .user) { context in
  let now = context.clock.now
  let database = context.database
  return try await database.query(.shares(of: context.userID, database.engine.dialect)).map { row in
    try ETAShare(row, at: now)
  }
}

extension SQL {
  static func shares(of userID: UUID, _ dialect: SQLDialect) -> SQL {
    """
    SELECT id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at FROM eta_shares
    WHERE id IN (\(dialect.shareIDs(of: userID)))
    ORDER BY created_at DESC, id DESC LIMIT 100
    """
  }
}
