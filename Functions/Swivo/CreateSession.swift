import Edge
import Foundation

/// The most sessions that a user starts within a day.
private let sessionsOfADay = 200

/// Starts a session of a category. The caller takes part in it.
let createSession = Function("create_session", access: .user) { (input: NewSession, context) in
  try await startSession(of: input.categoryID, quorum: input.quorum, context)
}.idempotent()
  .described("Starts a session of a category. The caller takes part in it.")
  .errors(.userNotFound, .categoryNotFound, .sessionLimitReached)

/// ``createSession`` as a database function.
let createSessionProcedure = Function("create_session", access: .user) { (input: NewSessionParameters, context) in
  try await startSession(of: input.categoryID, quorum: input.quorum, context)
}.idempotent()

struct NewSession: Codable {
  let categoryID: UUID
  let quorum: Int?

  enum CodingKeys: String, CodingKey {
    case categoryID = "category_id"
    case quorum = "quorum_n"
  }
}

struct NewSessionParameters: Codable {
  let categoryID: UUID
  let quorum: Int?

  enum CodingKeys: String, CodingKey {
    case categoryID = "p_category_id"
    case quorum = "p_quorum_n"
  }
}

struct CreatedSession: Codable {
  let sessionID: UUID
  let inviteCode: String
  let createdAt: Date

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case inviteCode = "invite_code"
    case createdAt = "created_at"
  }
}

/// Starts a session.
///
/// - Parameters:
///   - quorum: how many users must like an option, 1 to 100; nil is 2.
///   - makeCode: gives invite codes until one is free.
func startSession(
  of categoryID: UUID, quorum: Int?, _ context: Context<UserAccess>,
  makeCode: @Sendable () -> InviteCode = { InviteCode() }
) async throws -> CreatedSession {
  let quorum = quorum ?? 2
  guard (1...100).contains(quorum) else {
    throw FunctionError.validation("quorum_n must be from 1 to 100", details: ["quorum_n": .integer(Int64(quorum))])
  }
  let sessionID = UUID()
  let userID = context.userID
  let now = context.clock.now

  return try await context.database.transaction(retries: 3) { transaction in
    guard try await transaction.first("SELECT id FROM categories WHERE id = \(categoryID)") != nil else {
      throw FunctionError.categoryNotFound
    }
    try await transaction.holdUser(userID, at: now)
    try await transaction.check(
      sessionsOfADay, of: .sessions(of: userID, since: now - 86_400), else: .sessionLimitReached)
    let (code, session) = try await transaction.insert(underFreeCode: makeCode) { code in
      """
      INSERT INTO sessions (id, category_id, created_by, invite_code, quorum_n, status, created_at)
      VALUES (\(sessionID), \(categoryID), \(userID), \(code), \(quorum), \(SessionStatus.open), \(now))
      ON CONFLICT (invite_code) DO NOTHING RETURNING created_at
      """
    }
    try await transaction.addParticipant(userID, to: sessionID, at: now)
    try await transaction.execute(
      """
      INSERT INTO session_options (session_id, option_id, order_index)
      SELECT \(sessionID), id, row_number() OVER (ORDER BY sort_order, id) - 1
      FROM options WHERE category_id = \(categoryID)
      """)
    return CreatedSession(sessionID: sessionID, inviteCode: code, createdAt: try session.get("created_at"))
  }
}

extension FunctionError {
  fileprivate static let sessionLimitReached = limitReached(
    "SESSION_LIMIT_REACHED", "You have started \(sessionsOfADay) sessions within a day", limit: sessionsOfADay)
}

extension SQL {
  /// Selects one row for each session that a user has started since an instant.
  fileprivate static func sessions(of userID: UUID, since start: Date) -> SQL {
    "SELECT 1 FROM sessions WHERE created_by = \(userID) AND created_at > \(start)"
  }
}
