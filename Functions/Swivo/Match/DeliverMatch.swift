import Edge
import Foundation

struct MatchReference: Codable, Sendable {
  let sessionID: UUID

  enum CodingKeys: String, CodingKey { case sessionID = "session_id" }
}

/// Sends a match to every participant who has a token, also to the one whose like made it.
///
/// Each delivery has a row, which is written before any notification is sent. A later try sends the missing
/// notifications, under the same `apns-id`, to the users' current tokens.
let deliverMatch = Function("deliver_match", access: .serviceRole) { (match: MatchReference, context) in
  let deliveries = try await context.database.transaction { transaction in
    try await transaction.missingDeliveries(of: match.sessionID, at: context.clock.now, context.logger)
  }
  try await context.deliver(deliveries, to: DeviceTokens(of: nil, context.push))
  return NoContent()
}
.queued(attempts: 20, timeout: .seconds(120)) { "match \($0.sessionID.uuidString)" }
.described("Delivers the notifications of a match.")
