import Edge
import Foundation

/// The shares of which a user's list is made, in parts of at most 100 ids. A user's own shares are read along the index
/// of their times; the received ones are all read, and sorted.
extension SQLDialect {
  /// Selects the ids of the newest shares that a user made or received, of the active ones, and of more.
  ///
  /// Of the active shares that a user received, each sender's newest comes first, then each sender's second, and so on.
  /// So the many shares of a few senders do not displace those of another.
  ///
  /// - Parameter isActive: the state of the shares; nil for either.
  func shareIDs(of userID: UUID, areActive isActive: Bool?, at now: Date) -> SQL {
    let made: SQL = "SELECT id, created_at FROM eta_shares WHERE user_id = \(userID)"
    let received = sharesReceived(by: userID)
    let active: SQL = """
      \(newest("\(made) AND is_active AND expires_at > \(now)", as: "own_active"))
      UNION \(newest(activeSharesReceived(by: userID, at: now), by: "turn, created_at DESC", as: "received_active"))
      """
    return switch isActive {
    case true?: active
    case false?:
      """
      \(newest("\(made) AND NOT (is_active AND expires_at > \(now))", as: "own"))
      UNION \(newest("\(received) AND \(hasEnded(at: now))", as: "received"))
      """
    case nil: "\(active) UNION \(newest(made, as: "own")) UNION \(newest(received, as: "received"))"
    }
  }

  /// Selects at most 100 ids of a part, which has `id` and `created_at`.
  private func newest(_ part: SQL, by order: SQL = "created_at DESC", as name: SQL) -> SQL {
    "SELECT id FROM (\(part) ORDER BY \(order), id DESC LIMIT 100) AS \(name)"
  }

  private func sharesReceived(by userID: UUID) -> SQL {
    switch self {
    case .sqlite: "SELECT share_id AS id, created_at FROM eta_share_recipients WHERE user_id = \(userID)"
    case .postgres: "SELECT id, created_at FROM eta_shares WHERE recipients @> ARRAY[CAST(\(userID) AS uuid)]"
    }
  }

  /// The condition that a received share has ended. On SQLite a share that ended early has no end in the index of
  /// recipients.
  private func hasEnded(at now: Date) -> SQL {
    switch self {
    case .sqlite: "coalesce(expires_at, '') <= \(now)"
    case .postgres: "NOT (is_active AND expires_at > \(now))"
    }
  }

  /// Selects the active shares that a user received, each with its place among those of its sender. SQLite needs
  /// `INDEXED BY`: its planner would take the index of the order, and read all shares that have ended.
  private func activeSharesReceived(by userID: UUID, at now: Date) -> SQL {
    let columns: SQL = """
      s.id AS id, s.created_at AS created_at,
      row_number() OVER (PARTITION BY s.user_id ORDER BY s.created_at DESC, s.id DESC) AS turn
      """
    return switch self {
    case .sqlite:
      """
      SELECT \(columns) FROM eta_share_recipients r INDEXED BY eta_share_recipients_by_end
      JOIN eta_shares s ON s.id = r.share_id WHERE r.user_id = \(userID) AND r.expires_at > \(now)
      """
    case .postgres:
      """
      SELECT \(columns) FROM eta_shares s
      WHERE s.recipients @> ARRAY[CAST(\(userID) AS uuid)] AND s.is_active AND s.expires_at > \(now)
      """
    }
  }
}
