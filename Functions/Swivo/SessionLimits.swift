import Edge
import Foundation

/// The limits of sessions.
enum SessionLimits {
  /// The most participants of a session.
  static let participants = 200
  /// The most sessions in a list.
  static let listed = 100
}

extension Transaction {
  /// Refuses a new participant beyond the limit: the transaction then stores nothing. It holds the session, so joins
  /// come one after another.
  ///
  /// - Throws: ``FunctionError`` 403 `PARTICIPANT_LIMIT_REACHED` with the limit.
  func checkParticipants(of sessionID: UUID) async throws {
    guard let row = try await first(.participantCount(of: sessionID)),
      try row.get("participant_count") > SessionLimits.participants
    else { return }
    throw FunctionError.sessionFull
  }
}

extension FunctionError {
  static let sessionFull = limitReached(
    "PARTICIPANT_LIMIT_REACHED", "The session is full: it has \(SessionLimits.participants) participants",
    limit: SessionLimits.participants)
}

extension SQL {
  /// Selects how many users take part in a session.
  static func participantCount(of sessionID: UUID) -> SQL {
    "SELECT count(*) AS participant_count FROM session_participants WHERE session_id = \(sessionID)"
  }
}
