package import FoundationEssentials

/// A notification, as the application's function lists it.
package struct PushDelivery: Codable, Sendable, Hashable {
  package let sessionID: String
  package let userID: String
  package let apnsID: String
  package let outcome: String
  package let attempts: Int
  package let reason: String?
  package let updatedAt: Date

  package init(
    sessionID: String, userID: String, apnsID: String, outcome: String, attempts: Int, reason: String?, updatedAt: Date
  ) {
    self.sessionID = sessionID
    self.userID = userID
    self.apnsID = apnsID
    self.outcome = outcome
    self.attempts = attempts
    self.reason = reason
    self.updatedAt = updatedAt
  }

  private enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case userID = "user_id"
    case apnsID = "apns_id"
    case outcome, attempts, reason
    case updatedAt = "updated_at"
  }
}
