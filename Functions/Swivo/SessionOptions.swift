import Edge
import Foundation

/// Lists the options of a session, in its order.
let sessionOptions = Function("session_options", access: .user) { (input: SessionReference, context) in
  try await options(of: input.sessionID, context)
}
.readOnly()
.described("Lists the options of a session, in its order.")
.errors(.sessionNotFound, .notTakingPart)

/// ``sessionOptions`` as a database function.
let sessionOptionsProcedure = Function("session_options", access: .user) { (input: SessionParameters, context) in
  try await options(of: input.sessionID, context)
}.readOnly()

/// An option in the shape of the app's select, whose embedded row carries the name of its table.
struct SessionOption: Codable {
  struct Option: Codable {
    let id: UUID
    let label: String
    let imageURL: String?

    enum CodingKeys: String, CodingKey {
      case id, label
      case imageURL = "image_url"
    }
  }

  let orderIndex: Int
  let option: Option

  enum CodingKeys: String, CodingKey {
    case orderIndex = "order_index"
    case option = "options"
  }
}

private func options(of sessionID: UUID, _ context: Context<UserAccess>) async throws -> [SessionOption] {
  guard let session = try await context.database.first(.part(of: context.userID, in: sessionID)) else {
    throw FunctionError.sessionNotFound
  }
  guard try session.get("takes_part", as: Bool.self) else { throw FunctionError.notTakingPart }
  return try await context.database.query(.options(of: sessionID)).readable(of: "options", context.logger) { row in
    SessionOption(
      orderIndex: try row.get("order_index"),
      option: .init(id: try row.get("id"), label: try row.get("label"), imageURL: try row.get("image_url")))
  }
}

extension SQL {
  static func part(of userID: UUID, in sessionID: UUID) -> SQL {
    """
    SELECT EXISTS (
      SELECT 1 FROM session_participants p WHERE p.session_id = s.id AND p.user_id = \(userID)) AS takes_part
    FROM sessions s WHERE s.id = \(sessionID)
    """
  }

  static func options(of sessionID: UUID) -> SQL {
    """
    SELECT so.order_index, o.id, o.label, o.image_url
    FROM session_options so JOIN options o ON o.id = so.option_id
    WHERE so.session_id = \(sessionID) ORDER BY so.order_index
    """
  }
}
