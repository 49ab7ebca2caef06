import Edge
import Foundation

/// Lets the caller take part in the session of an invite code.
let joinSession = Function("join_session", access: .user) { (input: Invitation, context) in
  JoinResult(sessionID: try await join(input.code, context))
}

/// The same as a database function, which answers a refusal with `success` false and a message.
let joinSessionProcedure = Function("join_session", access: .user) { (input: InvitationParameters, context) in
  do {
    return JoinResult(sessionID: try await join(input.code, context))
  } catch let error as FunctionError where error.isRefusal {
    return JoinResult(refusal: error.message)
  }
}

struct Invitation: Codable {
  let code: String

  enum CodingKeys: String, CodingKey { case code = "invite_code" }
}

struct InvitationParameters: Codable {
  let code: String

  enum CodingKeys: String, CodingKey { case code = "p_invite_code" }
}

struct JoinResult: Encodable {
  let success: Bool
  let sessionID: UUID?
  let message: String?

  init(sessionID: UUID) {
    success = true
    self.sessionID = sessionID
    message = nil
  }

  init(refusal message: String) {
    success = false
    sessionID = nil
    self.message = message
  }

  enum CodingKeys: String, CodingKey {
    case success
    case sessionID = "session_id"
    case message
  }
}

private func join(_ typedCode: String, _ context: Context<UserAccess>) async throws -> UUID {
  guard let code = InviteCode(typed: typedCode) else { throw FunctionError.sessionNotFound }
  let userID = context.userID
  let now = context.clock.now

  return try await context.database.transaction { transaction in
    guard let session = try await transaction.first(.session(of: code, for: userID)) else {
      throw FunctionError.sessionNotFound
    }
    guard try session.get("status") == SessionStatus.open else { throw FunctionError.sessionOver }
    guard try !session.get("takes_part", as: Bool.self) else {
      throw FunctionError.conflict("You already take part in this session")
    }
    let sessionID: UUID = try session.get("id")
    try await transaction.ensureUser(userID, at: now)
    try await transaction.addParticipant(userID, to: sessionID, at: now)
    return sessionID
  }
}

extension Transaction {
  func addParticipant(_ userID: UUID, to sessionID: UUID, at now: Date) async throws {
    try await execute(
      """
      INSERT INTO session_participants (session_id, user_id, joined_at) VALUES (\(sessionID), \(userID), \(now))
      """)
  }
}

extension SQL {
  static func session(of code: InviteCode, for userID: UUID) -> SQL {
    """
    SELECT s.id, s.status, EXISTS (
      SELECT 1 FROM session_participants p WHERE p.session_id = s.id AND p.user_id = \(userID)) AS takes_part
    FROM sessions s WHERE s.invite_code = \(code.description)
    """
  }
}
