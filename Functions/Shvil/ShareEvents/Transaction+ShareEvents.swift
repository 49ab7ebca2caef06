import Edge
import Foundation

extension Transaction {
  /// Stores an event and enqueues its notifications: if and only if the transaction commits.
  ///
  /// The transaction has locked the share. The event counts as later than the share's events before, whatever the
  /// hosts' clocks say: a recipient is told the last one.
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
    try await execute(.deleteOldEvents(of: event.shareID))
    try await jobs.enqueue(deliverETAShare, ShareEventReference(eventID: event.id), in: self)
  }

  /// Whether the recipients are told of an update: at most one a minute, and only of an arrival that differs by five
  /// minutes from the last one that they were told, or of another destination than that.
  func isNews(_ event: ShareEvent, since old: RouteModel?, to new: RouteModel) async throws -> Bool {
    let last = try await first(
      """
      SELECT estimated_arrival, destination, created_at FROM eta_share_events WHERE share_id = \(event.shareID)
      ORDER BY created_at DESC, id DESC LIMIT 1
      """)
    if let last, try event.createdAt < last.get("created_at", as: Date.self) + 60 { return false }
    if let told = try last.flatMap(Self.destination) ?? old?.destination, told != new.destination { return true }
    guard let told = try last?.get("estimated_arrival", as: Date.self) ?? old?.estimatedArrival else { return true }
    return abs(event.estimatedArrival.timeIntervalSince(told)) >= 300
  }

  /// The destination of an event's row; nil for an event of an earlier version.
  private static func destination(_ row: Row) throws -> RouteModel.Place? {
    try row.get("destination", as: String?.self).map { try Wire.decode(RouteModel.Place.self, from: Array($0.utf8)) }
  }
}

extension SQL {
  /// Deletes all but the newest 20 events of a share, with their deliveries.
  fileprivate static func deleteOldEvents(of shareID: UUID) -> SQL {
    """
    DELETE FROM eta_share_events WHERE share_id = \(shareID) AND id NOT IN (
      SELECT id FROM eta_share_events WHERE share_id = \(shareID) ORDER BY created_at DESC, id DESC LIMIT 20)
    """
  }
}
