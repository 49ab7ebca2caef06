import Edge
import Foundation

/// The bounds of sessions.
enum SessionLimits {
  /// The most participants of a session.
  static let participants = 200
  /// The most open sessions that a user takes part in.
  static let open = 1000
  /// The most sessions in a list.
  static let listed = 100
}

extension Transaction {
  /// Refuses a new participant who exceeds a limit: the transaction then stores nothing.
  ///
  /// - Throws: ``FunctionError`` 409 `CONFLICT` with the limit.
  func checkLimits(of sessionID: UUID, and userID: UUID) async throws {
    guard let counts = try await first(.participations(of: userID, in: sessionID)) else { return }
    guard try counts.get("participant_count") <= SessionLimits.participants else {
      throw FunctionError.limitReached(
        "The session is full: it has \(SessionLimits.participants) participants", limit: SessionLimits.participants)
    }
    guard try counts.get("open_count") <= SessionLimits.open else { throw FunctionError.tooManySessions }
  }
}

extension FunctionError {
  static let tooManySessions = limitReached(
    "You take part in \(SessionLimits.open) open sessions already", limit: SessionLimits.open)
}

extension SQL {
  /// Selects how many users take part in a session, and in how many open sessions a user takes part.
  static func participations(of userID: UUID, in sessionID: UUID) -> SQL {
    """
    SELECT (SELECT count(*) FROM session_participants WHERE session_id = \(sessionID)) AS participant_count,
      (SELECT count(*) FROM session_participants mine JOIN sessions s ON s.id = mine.session_id
       WHERE mine.user_id = \(userID) AND s.status = \(SessionStatus.open)) AS open_count
    """
  }
}
