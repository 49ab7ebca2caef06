import Edge
import Foundation

extension Transaction {
  /// Ends the deliveries by which one user could ring another user's phone again and again, by sharing and ending.
  ///
  /// These are the deliveries of a start to users who were notified of another start of the same sharer within the
  /// minute before it, and the deliveries of the end of such a share, unless an update of it was delivered since.
  ///
  /// Starts are compared by their instants, so that the order in which concurrent jobs run does not matter. A start
  /// does not count if it was itself too frequent for the user, or if the user had no device then. So of starts every
  /// 50 seconds, every second one is delivered.
  func endFrequentDeliveries(of eventID: UUID, at now: Date, _ dialect: SQLDialect) async throws {
    // The start of the event's share; no row for an update.
    let start = try await first(
      """
      SELECT b.id, b.share_id, b.created_at, s.user_id
      FROM eta_share_events e JOIN eta_shares s ON s.id = e.share_id
        JOIN eta_share_events b ON b.share_id = e.share_id AND b.kind = 'started'
      WHERE e.id = \(eventID) AND e.kind <> 'updated'
      """)
    guard let start else { return }
    let startID: UUID = try start.get("id")
    let shareID: UUID = try start.get("share_id")
    let sharerID: UUID = try start.get("user_id")
    let startedAt: Date = try start.get("created_at")
    let earliest = startedAt - ShareEvent.interval
    try await execute(
      """
      UPDATE eta_share_deliveries SET outcome = \(DeliveryOutcome.refused), reason = 'frequent', updated_at = \(now)
      WHERE event_id = \(eventID) AND outcome = 'pending'
        AND user_id IN (
          SELECT u.id FROM eta_shares s
            JOIN eta_share_events b ON b.share_id = s.id AND b.kind = 'started' \(dialect.joiningRecipients)
          WHERE s.user_id = \(sharerID) AND s.created_at > \(earliest) AND b.created_at > \(earliest)
            AND (b.created_at < \(startedAt) OR b.created_at = \(startedAt) AND b.id < \(startID))
            AND NOT EXISTS (
              SELECT 1 FROM eta_share_deliveries d
              WHERE d.event_id = b.id AND d.user_id = u.id
                AND (d.reason = 'frequent' OR d.outcome IN ('no_token', 'unregistered'))))
        AND NOT EXISTS (
          SELECT 1 FROM eta_share_deliveries d JOIN eta_share_events e ON e.id = d.event_id
          WHERE e.share_id = \(shareID) AND d.user_id = eta_share_deliveries.user_id AND d.outcome = 'delivered')
      """)
  }
}
