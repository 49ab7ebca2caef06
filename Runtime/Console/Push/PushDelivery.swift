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

  private enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case userID = "user_id"
    case apnsID = "apns_id"
    case outcome, attempts, reason
    case updatedAt = "updated_at"
  }
}
