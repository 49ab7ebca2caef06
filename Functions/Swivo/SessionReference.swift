import Foundation

/// The input of functions that are about one session.
struct SessionReference: Codable {
  let sessionID: UUID

  enum CodingKeys: String, CodingKey { case sessionID = "session_id" }
}

/// The same for database functions.
struct SessionParameters: Codable {
  let sessionID: UUID

  enum CodingKeys: String, CodingKey { case sessionID = "p_session_id" }
}

/// The answer of functions that have no more to say.
struct Success: Encodable {
  let success = true
}
