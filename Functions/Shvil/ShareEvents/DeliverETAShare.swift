import Edge
import Foundation

struct ShareEventReference: Codable, Sendable {
  let eventID: UUID

  enum CodingKeys: String, CodingKey { case eventID = "event_id" }
}

/// Sends a share's event to every recipient with a token.
///
/// Each delivery has a row, which is written before any notification is sent. A later try sends the missing
/// notifications, under the same `apns-id`, to the users' current tokens.
let deliverETAShare = Function("deliver_eta_share", access: .serviceRole) { (event: ShareEventReference, context) in
  let tokens = DeviceTokens(of: "shvil", context.push)
  let now = context.clock.now
  let dialect = context.database.dialect
  let deliveries = try await context.database.transaction(retries: 3) { transaction in
    try await transaction.missingDeliveries(of: event.eventID, to: tokens, at: now, dialect, context.logger)
  }
  try await context.deliver(deliveries, to: tokens)
  return NoContent()
}
.queued(attempts: 20, timeout: .seconds(120)) { "eta share event \($0.eventID.uuidString)" }
.described("Sends a share's event to every recipient with a token.")
