import Edge
import Foundation

/// The registration of a device token after notifications of recent matches found no token or were refused.
///
/// Such a delivery is resumed: it becomes pending again, and a job sends it to the new token under the same `apns-id`.
/// No other job sends a resumed delivery: the session's job may be unfinished, and would send it a second time.
/// A delivery that is pending or undelivered has a job, unless that job is dead, and a delivered one is not sent again,
/// so a repeated registration resumes nothing.
struct LateRegistration {
  /// How long after its last change a delivery is resumed, in seconds. A later notification would be outdated.
  static let period: TimeInterval = 3600
  /// The most deliveries that one registration resumes, the last ones first.
  static let deliveries = 20
  /// The most times that a delivery was sent before it is resumed: an app may register a token that Apple refuses at
  /// each start.
  static let attempts = 5

  let userID: UUID
  let registeredAt: Date

  /// Makes the deliveries pending, and returns their sessions.
  var resumption: SQL {
    """
    UPDATE match_deliveries SET outcome = \(DeliveryOutcome.pending), reason = NULL, resumed_at = \(registeredAt),
      updated_at = \(registeredAt)
    WHERE user_id = \(userID) AND session_id IN (
      SELECT d.session_id FROM match_deliveries d
      WHERE d.user_id = \(userID) AND d.updated_at > \(registeredAt - Self.period) AND d.attempts < \(Self.attempts)
        AND d.outcome IN ('no_token', 'unregistered', 'refused')
      ORDER BY d.updated_at DESC LIMIT \(Self.deliveries))
      -- Another job may have stored its outcome since the selection.
      AND outcome IN ('no_token', 'unregistered', 'refused')
    RETURNING session_id
    """
  }
}

extension Transaction {
  /// Resumes the deliveries that a registration came too late for, and enqueues their jobs. The transaction has stored
  /// the token.
  func resumeDeliveries(after registration: LateRegistration, _ jobs: JobQueue) async throws {
    let matches = try await query(registration.resumption).map { row in
      MatchReference(sessionID: try row.get("session_id"), userID: registration.userID)
    }
    guard !matches.isEmpty else { return }
    try await jobs.enqueueAll(deliverMatch, matches, in: self)
  }
}
