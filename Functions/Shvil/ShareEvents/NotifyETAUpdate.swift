import Edge
import Foundation

/// Notifies a share's recipients of an update within a minute after an event, once the minute is over.
///
/// It compares the share as it is then with the share's last event. So several updates within the minute cause one
/// notification, and updates that cancel each other cause no notification.
let notifyETAUpdate = Function("notify_eta_update", access: .serviceRole) { (last: ShareEventReference, context) in
  let eventID = context.id.uuid
  let now = context.clock.now
  let statement = SQL.share(after: last.eventID, context.database.dialect)
  try await context.database.transaction(retries: 3) { transaction in
    guard let row = try await transaction.first(statement), try row.get("is_active"),
      try now < row.get("expires_at", as: Date.self), let route = try? StoredRoute(row).model
    else { return }
    // A host whose clock is behind must not take the minute for one that still lasts.
    let createdAt = max(now, try row.get("created_at", as: Date.self) + ShareEvent.interval)
    let event = ShareEvent(
      id: eventID, shareID: try row.get("id"), kind: .updated, estimatedArrival: route.estimatedArrival,
      destination: route.destination, createdAt: createdAt)
    try await transaction.tellUpdate(event, since: nil, context.jobs)
  }
  return NoContent()
}
.queued { "eta share event \($0.eventID.uuidString)" }
.described("Notifies a share's recipients of an update within a minute after an event, once the minute is over.")

extension SQL {
  /// Selects the share of an event with the event's instant, and locks the share for the transaction.
  fileprivate static func share(after eventID: UUID, _ dialect: SQLDialect) -> SQL {
    """
    SELECT s.id, s.route_data, s.is_active, s.expires_at, e.created_at
    FROM eta_share_events e JOIN eta_shares s ON s.id = e.share_id WHERE e.id = \(eventID)
    \(dialect.lockingRows(of: "s"))
    """
  }
}
