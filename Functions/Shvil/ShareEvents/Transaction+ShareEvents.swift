import Edge
import Foundation

extension Transaction {
  /// Stores an event and enqueues its notifications: if and only if the transaction commits.
  ///
  /// The transaction has locked the share. The event is stored with a later instant than the share's earlier events,
  /// also on a host whose clock is behind, since recipients are notified of the last event.
  func tell(_ event: ShareEvent, _ jobs: JobQueue) async throws {
    let last = try await first(
      "SELECT created_at FROM eta_share_events WHERE share_id = \(event.shareID) ORDER BY created_at DESC LIMIT 1")
    let earliest = try last?.get("created_at", as: Date.self).addingTimeInterval(0.001)
    let createdAt = earliest.map { max($0, event.createdAt) } ?? event.createdAt
    let destination = try event.destination.map { String(decoding: try Wire.encode($0), as: UTF8.self) }
    try await execute(
      """
      INSERT INTO eta_share_events (id, share_id, kind, estimated_arrival, destination, created_at)
      VALUES (\(event.id), \(event.shareID), \(event.kind), \(event.estimatedArrival), \(destination), \(createdAt))
      """)
    // All but the newest 20 events of the share, with their deliveries.
    try await execute(
      """
      DELETE FROM eta_share_events WHERE share_id = \(event.shareID) AND id NOT IN (
        SELECT id FROM eta_share_events WHERE share_id = \(event.shareID) ORDER BY created_at DESC, id DESC LIMIT 20)
      """)
    try await jobs.enqueue(deliverETAShare, ShareEventReference(eventID: event.id), in: self)
  }

  /// Stores an update as an event and enqueues its notifications, if the recipients are to be notified of it: of an
  /// arrival that differs by five minutes from that of the share's last event, and of another destination than that.
  ///
  /// Within a minute after the last event it enqueues ``notifyETAUpdate`` for the end of the minute instead.
  ///
  /// - Parameter old: the route before the update, for a share without events.
  func tellUpdate(_ event: ShareEvent, since old: RouteModel?, _ jobs: JobQueue) async throws {
    let last = try await first(
      """
      SELECT id, estimated_arrival, destination, created_at FROM eta_share_events WHERE share_id = \(event.shareID)
      ORDER BY created_at DESC, id DESC LIMIT 1
      """)
    let destination = try last.flatMap(Self.destination) ?? old?.destination
    let arrival = try last?.get("estimated_arrival", as: Date.self) ?? old?.estimatedArrival
    guard event.differs(from: destination, arrivingAt: arrival) else { return }
    if let last {
      let earliest = try last.get("created_at", as: Date.self) + ShareEvent.interval
      guard earliest <= event.createdAt else {
        try await jobs.enqueue(notifyETAUpdate, ShareEventReference(eventID: last.get("id")), at: earliest, in: self)
        return
      }
    }
    try await tell(event, jobs)
  }

  /// The destination of an event's row; nil for an event of an earlier version.
  private static func destination(_ row: Row) throws -> RouteModel.Place? {
    try row.get("destination", as: String?.self).map { try Wire.decode(RouteModel.Place.self, from: Array($0.utf8)) }
  }
}
