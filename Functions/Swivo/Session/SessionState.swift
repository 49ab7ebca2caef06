import Edge
import Foundation

/// A session with its participants in the shape of the app's selects: embedded rows carry the names of their tables,
/// and values that are missing are null.
struct SessionState: Codable, Equatable {
  struct User: Codable, Equatable {
    let id: UUID
    @Nullable var username: String?
  }

  struct Participant: Codable, Equatable {
    let user: User

    enum CodingKeys: String, CodingKey { case user = "users" }
  }

  let id: UUID
  let status: SessionStatus
  let inviteCode: String
  let quorum: Int
  @Nullable var matchedOptionID: UUID?
  let createdAt: Date
  let participants: [Participant]

  /// The tag of the JSON.
  var tag: EntityTag { get throws { EntityTag(of: try Wire.encode(self)) } }

  /// The event with the session, under the tag as its id.
  var event: ServerSentEvent {
    get throws {
      let json = try Wire.encode(self)
      return ServerSentEvent(
        data: String(decoding: json, as: UTF8.self), event: "session", id: "\(EntityTag(of: json))")
    }
  }

  /// - Parameter rows: the session, once for each participant.
  init(_ rows: [Row]) throws {
    guard let row = rows.first else { throw FunctionError.sessionNotFound }
    id = try row.get("id")
    status = try row.get("status")
    inviteCode = try row.get("invite_code")
    quorum = try row.get("quorum_n")
    matchedOptionID = try row.get("matched_option_id")
    createdAt = try row.get("created_at")
    participants = try rows.compactMap { row in
      guard let id: UUID = try row.get("user_id") else { return nil }
      return Participant(user: User(id: id, username: try row.get("username")))
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, status
    case inviteCode = "invite_code"
    case quorum = "quorum_n"
    case matchedOptionID = "matched_option_id"
    case createdAt = "created_at"
    case participants = "session_participants"
  }
}
