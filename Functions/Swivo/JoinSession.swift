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
  let dialect = context.database.engine.dialect

  return try await context.database.transaction { transaction in
    guard let session = try await transaction.first(.session(of: code, hold: dialect.holdingSession)) else {
      throw FunctionError.sessionNotFound
    }
    guard try session.get("status") == SessionStatus.open else { throw FunctionError.sessionOver }
    let sessionID: UUID = try session.get("id")
    try await transaction.ensureUser(userID, at: now)
    guard try await transaction.addParticipant(userID, to: sessionID, at: now) else {
      throw FunctionError.conflict("You already take part in this session")
    }
    return sessionID
  }
}

extension Transaction {
  /// Lets a user take part; returns false if the user does already.
  @discardableResult
  func addParticipant(_ userID: UUID, to sessionID: UUID, at now: Date) async throws -> Bool {
    try await execute(
      """
      INSERT INTO session_participants (session_id, user_id, joined_at) VALUES (\(sessionID), \(userID), \(now))
      ON CONFLICT (session_id, user_id) DO NOTHING
      """) == 1
  }
}

extension SQL {
  static func session(of code: InviteCode, hold: SQL) -> SQL {
    "SELECT s.id, s.status FROM sessions s WHERE s.invite_code = \(code.description) \(hold)"
  }
}
