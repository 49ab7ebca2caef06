import Edge
import Foundation

/// An event of a share, of which each recipient is notified at most once.
struct ShareEvent: Sendable {
  enum Kind: String, SQLValue {
    case started, updated, ended
  }

  /// The shortest time in seconds between an event and an update, and between two starts that notify the same user of
  /// the same sharer.
  static let interval: TimeInterval = 60

  /// The smallest change of an arrival, in seconds, that recipients are notified of.
  private static let delay: TimeInterval = 300

  let id: UUID
  let shareID: UUID
  var kind: Kind
  /// The arrival in the notifications.
  let estimatedArrival: Date
  /// The destination at the event; nil if the route cannot be read.
  let destination: RouteModel.Place?
  let createdAt: Date

  /// Whether the recipients are to be notified of the event.
  ///
  /// - Parameters:
  ///   - told: the destination that they know; nil if it is unknown.
  ///   - arrival: the arrival that they know; nil if it is unknown.
  func differs(from told: RouteModel.Place?, arrivingAt arrival: Date?) -> Bool {
    if let told, told != destination { return true }
    guard let arrival else { return true }
    return abs(estimatedArrival.timeIntervalSince(arrival)) >= Self.delay
  }
}
