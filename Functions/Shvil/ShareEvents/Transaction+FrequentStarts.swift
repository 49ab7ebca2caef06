import Edge
import Foundation

extension Transaction {
  /// Ends the deliveries by which one user could ring another user's phone again and again, by sharing and ending.
  ///
  /// These are the deliveries of a start to users who were notified of another start of the same sharer within the
  /// minute before it, and the deliveries of the end of such a share, unless an update of it was delivered since.
  ///
  /// Starts are compared by their instants, so that the order in which concurrent jobs run does not matter.
  func endFrequentDeliveries(of eventID: UUID, at now: Date, _ dialect: SQLDialect) async throws {
    guard let row = try await first(.start(of: eventID)) else { return }
    try await execute(.endFrequentDeliveries(of: eventID, start: ShareStart(row), at: now, dialect))
  }
}

/// The start of a share.
private struct ShareStart {
  let id: UUID
  let shareID: UUID
  let sharerID: UUID
  let createdAt: Date

  init(_ row: Row) throws(DatabaseError) {
    id = try row.get("id")
    shareID = try row.get("share_id")
    sharerID = try row.get("user_id")
    createdAt = try row.get("created_at")
  }
}

extension SQL {
  /// Selects the start of the share of an event; no row for an update.
  fileprivate static func start(of eventID: UUID) -> SQL {
    """
    SELECT b.id, b.share_id, b.created_at, s.user_id
    FROM eta_share_events e JOIN eta_shares s ON s.id = e.share_id
      JOIN eta_share_events b ON b.share_id = e.share_id AND b.kind = 'started'
    WHERE e.id = \(eventID) AND e.kind <> 'updated'
    """
  }

  /// A start does not count if it was itself too frequent for the user, or if the user had no device then. So of starts
  /// every 50 seconds, every second one is delivered.
  fileprivate static func endFrequentDeliveries(
    of eventID: UUID, start: ShareStart, at now: Date, _ dialect: SQLDialect
  ) -> SQL {
    let earliest = start.createdAt - ShareEvent.interval
    return """
      UPDATE eta_share_deliveries SET outcome = \(DeliveryOutcome.refused), reason = 'frequent', updated_at = \(now)
      WHERE event_id = \(eventID) AND outcome = 'pending'
        AND user_id IN (
          SELECT u.id FROM eta_shares s
            JOIN eta_share_events b ON b.share_id = s.id AND b.kind = 'started' \(dialect.joiningRecipients)
          WHERE s.user_id = \(start.sharerID) AND s.created_at > \(earliest) AND b.created_at > \(earliest)
            AND (b.created_at < \(start.createdAt) OR b.created_at = \(start.createdAt) AND b.id < \(start.id))
            AND NOT EXISTS (
              SELECT 1 FROM eta_share_deliveries d
              WHERE d.event_id = b.id AND d.user_id = u.id
                AND (d.reason = 'frequent' OR d.outcome IN ('no_token', 'unregistered'))))
        AND NOT EXISTS (
          SELECT 1 FROM eta_share_deliveries d JOIN eta_share_events e ON e.id = d.event_id
          WHERE e.share_id = \(start.shareID) AND d.user_id = eta_share_deliveries.user_id AND d.outcome = 'delivered')
      """
  }
}
