import Foundation
import Swiftlet

struct Like: Codable, Sendable {
  let sessionID: UUID
  let optionID: UUID

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case optionID = "option_id"
  }
}

struct LikeAnswer: Codable, Sendable {
  let success: Bool
  let matchFound: Bool

  enum CodingKeys: String, CodingKey {
    case success
    case matchFound = "match_found"
  }
}

/// A typed function without a database: the cost of a call by itself.
let benchLike = Function("bench_like", access: .user) { (like: Like, context) in
  LikeAnswer(success: true, matchFound: like.sessionID == like.optionID)
}
