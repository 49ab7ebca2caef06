import Foundation

/// A notification, as the application's function lists it.
struct PushDelivery: Codable, Sendable, Hashable {
  let sessionID: String
  let userID: String
  let apnsID: String
  let outcome: String
  let attempts: Int
  let reason: String?
  let updatedAt: Date

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case userID = "user_id"
    case apnsID = "apns_id"
    case outcome, attempts, reason
    case updatedAt = "updated_at"
  }
}
