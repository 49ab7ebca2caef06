import Edge
import Foundation

/// Adds the caller to the session of an invite code. A session has at most 200 participants.
///
/// After ten wrong codes within a minute every code is refused with 429 `RATE_LIMIT_EXCEEDED` until a minute has
/// passed.
let joinSession = Function("join_session", access: .user) { (input: Invitation, context) in
  JoinResult(success: true, sessionID: try await join(input.code, context))
}.idempotent()
  .described("Adds the caller to the session of an invite code.")
  .errors(.userNotFound, .sessionNotFound, .sessionOver, .alreadyTakingPart, .sessionFull)

/// ``joinSession`` as a database function, which answers a refusal with `success` false and a message.
let joinSessionProcedure = Function("join_session", access: .user) { (input: InvitationParameters, context) in
  do {
    return JoinResult(success: true, sessionID: try await join(input.code, context))
  } catch let error as FunctionError where error.isRefusal {
    return JoinResult(success: false, message: error.message)
  }
}.idempotent()

struct Invitation: Codable {
  let code: String

  enum CodingKeys: String, CodingKey { case code = "invite_code" }
}

struct InvitationParameters: Codable {
  let code: String

  enum CodingKeys: String, CodingKey { case code = "p_invite_code" }
}

struct JoinResult: Codable {
  let success: Bool
  var sessionID: UUID?
  var message: String?

  enum CodingKeys: String, CodingKey {
    case success
    case sessionID = "session_id"
    case message
  }
}

private func join(_ typedCode: String, _ context: Context<UserAccess>) async throws -> UUID {
  let userID = context.userID
  let now = context.clock.now
  let hold = context.database.dialect.lockingRows(of: "s")
  let lookup = InviteCode(typed: typedCode).map { code in SQL.session(of: code, hold: hold) }

  return try await context.join(by: lookup, orElse: .sessionNotFound) { transaction, session in
    guard try session.get("status") == SessionStatus.open else { throw FunctionError.sessionOver }
    let sessionID: UUID = try session.get("id")
    guard try await transaction.addParticipant(userID, to: sessionID, at: now) else {
      throw FunctionError.alreadyTakingPart
    }
    try await transaction.checkParticipants(of: sessionID)
    transaction.signalsSession(sessionID, context)
    return sessionID
  }
}

extension Transaction {
  /// Adds a user to a session; returns false if the user takes part already.
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
  /// Selects the session of a code; none for a session that has expired.
  static func session(of code: InviteCode, hold: SQL) -> SQL {
    """
    SELECT s.id, s.status FROM sessions s
    WHERE s.invite_code = \(code.description) AND s.expired_at IS NULL \(hold)
    """
  }
}
