import Edge
import Foundation

struct MatchReference: Codable, Sendable {
  let sessionID: UUID
  /// The participant whose resumed delivery is sent; nil for all deliveries that are not resumed.
  var userID: UUID?

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case userID = "user_id"
  }
}

/// Sends a match to every participant who has a token, also to the one whose like made it.
///
/// Each delivery has a row, which is written before any notification is sent. A later try sends the missing
/// notifications, under the same `apns-id`, to the users' current tokens. A token that is registered after its user's
/// delivery has ended resumes it: a job of its own then sends it, and the session's job leaves it out
/// (``LateRegistration``).
let deliverMatch = Function("deliver_match", access: .serviceRole) { (match: MatchReference, context) in
  let dialect = context.database.dialect
  let deliveries = try await context.database.transaction(retries: 3) { transaction in
    try await transaction.missingDeliveries(
      of: match.sessionID, to: match.userID, at: context.clock.now, dialect, context.logger)
  }
  try await context.deliver(deliveries, to: DeviceTokens(of: nil, context.push))
  return NoContent()
}
// The job of one participant has no key: that of an earlier registration may have ended the delivery, and still run.
.queued(attempts: 20, timeout: .seconds(120)) { $0.userID == nil ? "match \($0.sessionID.uuidString)" : nil }
.described("Delivers the notifications of a match.")
