import Edge
import Foundation

/// Stores the name by which other participants see the caller; null removes it. No two users have the same name.
let setUsername = Function("set_username", access: .user) { (input: UsernameUpdate, context) in
  try await store(input.username, context)
}
.idempotent()
.described("Stores the name by which other participants see the caller; null removes it.")
.errors(.userNotFound, .usernameTaken)

/// ``setUsername`` as a database function.
let setUsernameProcedure = Function("set_username", access: .user) { (input: UsernameParameters, context) in
  try await store(input.username, context)
}.idempotent()

struct UsernameUpdate: Codable {
  let username: Username?

  init(from decoder: any Decoder) throws {
    username = try decoder.container(keyedBy: CodingKeys.self).decodeNullable(.username)
  }
}

struct UsernameParameters: Codable {
  let username: Username?

  enum CodingKeys: String, CodingKey { case username = "p_username" }

  init(from decoder: any Decoder) throws {
    username = try decoder.container(keyedBy: CodingKeys.self).decodeNullable(.username)
  }
}

struct UsernameResult: Codable {
  private(set) var success = true
  @Nullable var username: Username?
}

/// The most open sessions in which a new name wakes the waiting requests.
private let signalledSessions = 100

private func store(_ username: Username?, _ context: Context<UserAccess>) async throws -> UsernameResult {
  let userID = context.userID
  let now = context.clock.now
  do {
    try await context.database.transaction(retries: 3) { transaction in
      try await transaction.insertUser(
        """
        INSERT INTO users (id, username, created_at, updated_at) VALUES (\(userID), \(username), \(now), \(now))
        ON CONFLICT (id) DO UPDATE SET username = excluded.username, updated_at = excluded.updated_at
        """)
      let sessions = try await transaction.query(
        """
        SELECT s.id FROM session_participants p JOIN sessions s ON s.id = p.session_id
        WHERE p.user_id = \(userID) AND s.status = \(SessionStatus.open) LIMIT \(signalledSessions)
        """)
      for row in sessions { transaction.signalsSession(try row.get("id"), context) }
    }
  } catch let error as DatabaseError where error.code == .uniqueViolation {
    throw FunctionError.usernameTaken
  }
  return UsernameResult(username: username)
}

extension Transaction {
  /// Signals a change of a session to its waiting requests after the commit.
  func signalsSession(_ id: UUID, _ context: Context<some Access>) {
    let changes = context.changes
    afterCommit { changes.signal(.session(id)) }
  }
}
