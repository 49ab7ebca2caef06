import Edge
import Foundation

/// The caller's shares and those shared with the caller: at most 100, the caller's own active shares first, then other
/// active ones, then the rest, each newest first. With `is_active`, those in that state alone.
///
/// So the shares of others never displace the caller's own active shares, however many there are. Nor do the active
/// shares of one sender displace those of another: if there are too many, each sender's newest are listed.
let etaShares = Function("eta_shares", access: .user) { (filter: ShareFilter, context) in
  let now = context.clock.now
  let database = context.database
  let rows = try await database.query(
    .shares(of: context.userID, areActive: filter.isActive, at: now, database.dialect))
  return rows.readable(of: "eta_shares", context.logger) { row in try ETAShare(row, at: now) }
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Lists the shares of the caller and those with the caller, active ones first.")

struct ShareFilter: Codable, OptionalInput {
  /// Nil: shares in either state.
  let isActive: Bool?

  enum CodingKeys: String, CodingKey { case isActive = "is_active" }
}

extension SQL {
  /// Selects the rows of the list. A route or a list of recipients that is too large is null, and not read.
  ///
  /// - Parameter isActive: the state of the shares; nil for either.
  static func shares(of userID: UUID, areActive isActive: Bool? = nil, at now: Date, _ dialect: SQLDialect) -> SQL {
    let state: SQL = isActive.map { $0 ? "place < 2" : "place = 2" } ?? "TRUE"
    // A share's number among those of its sender.
    let turn: SQL = "row_number() OVER (PARTITION BY place, user_id ORDER BY created_at DESC, id DESC)"
    return """
      SELECT id, user_id, \(dialect.json("route_data", upTo: StoredRoute.maximumBytes)) AS route_data,
        \(dialect.text("recipients", upTo: Recipients.maximumBytes)) AS recipients,
        is_active, expires_at, created_at, updated_at
      FROM (
        SELECT * FROM (
          SELECT id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at,
            CASE WHEN NOT is_active OR expires_at <= \(now) THEN 2 WHEN user_id = \(userID) THEN 0 ELSE 1 END AS place
          FROM eta_shares WHERE id IN (\(dialect.shareIDs(of: userID, areActive: isActive, at: now)))) AS visible
        WHERE \(state)
        ORDER BY place, CASE WHEN place = 1 THEN \(turn) END, created_at DESC, id DESC LIMIT 100) AS listed
      ORDER BY place, created_at DESC, id DESC
      """
  }
}
