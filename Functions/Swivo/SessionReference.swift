import Foundation

/// The input of a function that acts on one session.
struct SessionReference: Codable {
  let sessionID: UUID

  enum CodingKeys: String, CodingKey { case sessionID = "session_id" }
}

/// The input of database functions that are about one session.
struct SessionParameters: Codable {
  let sessionID: UUID

  enum CodingKeys: String, CodingKey { case sessionID = "p_session_id" }
}
