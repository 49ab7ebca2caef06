import Edge
import Foundation

/// Stores the caller's like of an option, and answers whether it makes the session's match.
let likeOption = Function("like_option", access: .user) { (input: Like, context) in
  try await like(input.optionID, in: input.sessionID, context)
}.idempotent()
  .described("Likes an option of a session, and answers whether that made the match.")
  .errors(.sessionNotFound, .notTakingPart, .optionNotFound, .sessionOver)

/// ``likeOption`` as a database function.
let likeOptionProcedure = Function("like_option", access: .user) { (input: LikeParameters, context) in
  try await like(input.optionID, in: input.sessionID, context)
}.idempotent()

struct Like: Codable {
  let sessionID: UUID
  let optionID: UUID

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case optionID = "option_id"
  }
}

struct LikeParameters: Codable {
  let sessionID: UUID
  let optionID: UUID

  enum CodingKeys: String, CodingKey {
    case sessionID = "p_session_id"
    case optionID = "p_option_id"
  }
}

struct LikeResult: Codable {
  private(set) var success = true
  /// Whether this like made the match.
  let matchFound: Bool
  let matchedOptionID: UUID?
  /// In the answer to a repeated like: the session's state after a match.
  var sessionStatus: SessionStatus?

  enum CodingKeys: String, CodingKey {
    case success
    case matchFound = "match_found"
    case matchedOptionID = "matched_option_id"
    case sessionStatus = "session_status"
  }
}

/// Stores a like. This is the most frequent call, and few likes make a match.
///
/// A like that makes no match is a batch of its own, so that no lock waits for this function. Any other like is decided
/// in a transaction. On Postgres the session is locked first, so that an insert sees the likes of all transactions that
/// held the lock before.
private func like(_ optionID: UUID, in sessionID: UUID, _ context: Context<UserAccess>) async throws -> LikeResult {
  let userID = context.userID
  let now = context.clock.now
  func statements(_ kind: LikeKind) -> [SQL] {
    context.database.dialect.holding(session: sessionID)
      + [.insertLike(kind, context.id.uuid, of: optionID, in: sessionID, by: userID, at: now)]
  }

  do {
    if try await context.database.batch(statements(.withoutMatch), retries: 3).last?.first != nil {
      return LikeResult(matchFound: false, matchedOptionID: nil)
    }
    return try await context.database.transaction(retries: 3) { transaction in
      guard let like = try await transaction.batch(statements(.any)).last?.first else {
        // Apps repeat likes that they queued offline: the first answer holds, whatever has happened since.
        return try await transaction.answer(to: optionID, in: sessionID, for: userID)
      }
      let matchFound: Bool = try like.get("match_found")
      if matchFound {
        guard try await transaction.execute(.match(sessionID, with: optionID, at: now)) == 1 else {
          throw FunctionError.sessionOver
        }
        transaction.signalsSession(sessionID, context)
        // Enqueued if and only if the match is stored.
        try await context.jobs.enqueue(deliverMatch, MatchReference(sessionID: sessionID), in: transaction)
      }
      return LikeResult(matchFound: matchFound, matchedOptionID: matchFound ? optionID : nil)
    }
  } catch let error as DatabaseError where error.code == .foreignKeyViolation {
    // The caller's account was erased after the statement had read its part in the session.
    throw FunctionError.notTakingPart
  }
}

/// The likes that a statement inserts.
enum LikeKind {
  /// All of them.
  case any
  /// Those that make no match.
  case withoutMatch
}

extension Transaction {
  /// The answer to a like that is stored already.
  ///
  /// - Throws: ``FunctionError`` with the reason why there can be no such like.
  fileprivate func answer(to optionID: UUID, in sessionID: UUID, for userID: UUID) async throws -> LikeResult {
    guard let standing = try await first(.standing(of: optionID, in: sessionID, for: userID)) else {
      throw FunctionError.sessionNotFound
    }
    guard try standing.get("takes_part", as: Bool.self) else { throw FunctionError.notTakingPart }
    guard try standing.get("is_offered", as: Bool.self) else { throw FunctionError.optionNotFound }
    guard let matchFound: Bool = try standing.get("match_found") else { throw FunctionError.sessionOver }
    let status: SessionStatus = try standing.get("status")
    return LikeResult(
      matchFound: matchFound, matchedOptionID: try standing.get("matched_option_id"),
      sessionStatus: status == .matched ? status : nil)
  }
}

extension SQL {
  /// Inserts a like, and returns whether it makes the match; no row if the like is not of the kind, or if the user
  /// likes the option already or cannot like it.
  ///
  /// - Parameter id: the run's id: it grows with time, which keeps inserts at the end of the table.
  static func insertLike(
    _ kind: LikeKind, _ id: UUID, of optionID: UUID, in sessionID: UUID, by userID: UUID, at now: Date
  ) -> SQL {
    let makesMatch: SQL = """
      (SELECT count(*) FROM likes l WHERE l.session_id = s.id AND l.option_id = \(optionID)) + 1 >= s.quorum_n
      """
    let (matchFound, condition): (SQL, SQL) =
      switch kind {
      case .any: (makesMatch, "")
      case .withoutMatch: ("false", "AND NOT (\(makesMatch))")
      }
    return """
      INSERT INTO likes (id, session_id, option_id, user_id, match_found, created_at)
      SELECT \(id), s.id, \(optionID), \(userID), \(matchFound), \(now)
      FROM sessions s
      WHERE s.id = \(sessionID) AND s.status = \(SessionStatus.open) \(condition)
        AND EXISTS (SELECT 1 FROM session_participants p WHERE p.session_id = s.id AND p.user_id = \(userID))
        AND EXISTS (SELECT 1 FROM session_options o WHERE o.session_id = s.id AND o.option_id = \(optionID))
      ON CONFLICT (session_id, option_id, user_id) DO NOTHING RETURNING match_found
      """
  }

  /// Selects whether the caller and the option belong to a session, and the answer to the caller's like, if there is
  /// one.
  static func standing(of optionID: UUID, in sessionID: UUID, for userID: UUID) -> SQL {
    """
    SELECT s.status, s.matched_option_id,
      EXISTS (SELECT 1 FROM session_participants p WHERE p.session_id = s.id AND p.user_id = \(userID)) AS takes_part,
      EXISTS (SELECT 1 FROM session_options o WHERE o.session_id = s.id AND o.option_id = \(optionID)) AS is_offered,
      (SELECT l.match_found FROM likes l
        WHERE l.session_id = s.id AND l.option_id = \(optionID) AND l.user_id = \(userID)) AS match_found
    FROM sessions s WHERE s.id = \(sessionID)
    """
  }

  /// Stores a session's match; changes no row if the session is no longer open.
  static func match(_ sessionID: UUID, with optionID: UUID, at now: Date) -> SQL {
    """
    UPDATE sessions SET status = \(SessionStatus.matched), matched_option_id = \(optionID), matched_at = \(now)
    WHERE id = \(sessionID) AND status = \(SessionStatus.open)
    """
  }
}
