import Edge
import Foundation

/// Lists the open sessions in which the caller takes part: the 100 newest, newest first.
let openSessions = Function("open_sessions", access: .user) { context in
  let rows = try await context.database.query(.openSessions(of: context.userID))
  return OpenSession.merged(rows.readable(of: "sessions", context.logger) { try OpenSession($0) })
}
.readOnly()
.described("Lists the open sessions in which the caller takes part, newest first.")

/// A session in the shape of the app's select, whose embedded rows carry the names of their tables.
struct OpenSession: Codable {
  struct Category: Codable {
    let name: String
    let iconURL: String?

    enum CodingKeys: String, CodingKey {
      case name
      case iconURL = "icon_url"
    }
  }

  struct Participant: Codable {
    let userID: UUID

    enum CodingKeys: String, CodingKey { case userID = "user_id" }
  }

  let id: UUID
  let inviteCode: String
  let quorum: Int
  let status: SessionStatus
  let matchedOptionID: UUID?
  let createdAt: Date
  let category: Category
  var participants: [Participant]

  /// - Parameter row: a session with one of its participants.
  init(_ row: Row) throws {
    id = try row.get("id")
    inviteCode = try row.get("invite_code")
    quorum = try row.get("quorum_n")
    status = try row.get("status")
    matchedOptionID = try row.get("matched_option_id")
    createdAt = try row.get("created_at")
    category = Category(name: try row.get("name"), iconURL: try row.get("icon_url"))
    participants = [Participant(userID: try row.get("user_id"))]
  }

  /// Merges adjacent rows of one session into a session with all participants.
  static func merged(_ rows: [OpenSession]) -> [OpenSession] {
    rows.reduce(into: []) { sessions, row in
      if sessions.last?.id == row.id {
        sessions[sessions.count - 1].participants += row.participants
      } else {
        sessions.append(row)
      }
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, status
    case inviteCode = "invite_code"
    case quorum = "quorum_n"
    case matchedOptionID = "matched_option_id"
    case createdAt = "created_at"
    case category = "categories"
    case participants = "session_participants"
  }
}

extension SQL {
  /// Selects one row for each participant; the rows of a session are adjacent.
  static func openSessions(of userID: UUID) -> SQL {
    """
    SELECT s.id, s.invite_code, s.quorum_n, s.status, s.matched_option_id, s.created_at, c.name, c.icon_url, p.user_id
    FROM sessions s
    JOIN categories c ON c.id = s.category_id
    JOIN session_participants p ON p.session_id = s.id
    WHERE s.id IN (
      SELECT own.id FROM session_participants mine JOIN sessions own ON own.id = mine.session_id
      WHERE mine.user_id = \(userID) AND own.status = \(SessionStatus.open)
      ORDER BY own.created_at DESC, own.id LIMIT \(SessionLimits.listed))
    ORDER BY s.created_at DESC, s.id, p.joined_at, p.user_id
    """
  }
}
