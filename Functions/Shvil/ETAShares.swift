import Edge
import Foundation

/// The caller's shares and those shared with the caller: at most 100, the caller's own active shares first, then other
/// active ones, then the rest, each newest first.
///
/// So the shares of others never displace the caller's own active shares, however many there are.
let etaShares = Function("eta_shares", access: .user) { context in
  let now = context.clock.now
  let database = context.database
  let rows = try await database.query(.shares(of: context.userID, at: now, database.engine.dialect))
  return rows.readable(of: "eta_shares", context.logger) { row in try ETAShare(row, at: now) }
}.limited(shvilLimit, as: "shvil")
  .described("Lists the shares of the caller and those with the caller, active ones first.")

extension SQL {
  /// Selects the rows of the list. A route or a list of recipients that is too large is null, and not read.
  static func shares(of userID: UUID, at now: Date, _ dialect: SQLDialect) -> SQL {
    """
    SELECT id, user_id, \(dialect.json("route_data", upTo: StoredRoute.maximumBytes)) AS route_data,
      \(dialect.text("recipients", upTo: Recipients.maximumBytes)) AS recipients,
      is_active, expires_at, created_at, updated_at
    FROM (
      SELECT id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at,
        CASE WHEN NOT is_active OR expires_at <= \(now) THEN 2 WHEN user_id = \(userID) THEN 0 ELSE 1 END AS place
      FROM eta_shares WHERE id IN (\(dialect.shareIDs(of: userID, at: now)))
      ORDER BY place, created_at DESC, id DESC LIMIT 100) AS listed
    ORDER BY place, created_at DESC, id DESC
    """
  }
}
