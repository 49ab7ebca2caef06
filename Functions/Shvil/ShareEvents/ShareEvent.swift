import Edge
import Foundation

/// An event of a share that its recipients are told of, each once.
struct ShareEvent: Sendable {
  enum Kind: String, SQLValue {
    case started, updated, ended
  }

  let id: UUID
  let shareID: UUID
  var kind: Kind
  /// The arrival that the recipients are told.
  let estimatedArrival: Date
  /// The destination at the event; nil if the route cannot be read.
  let destination: RouteModel.Place?
  let createdAt: Date
}
