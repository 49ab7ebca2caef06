import Edge
import Foundation

/// A match's notification to one participant.
struct MatchDelivery: Delivery {
  let sessionID: UUID
  let userID: UUID
  let apnsID: UUID
  let token: String
  let environment: PushEnvironment?
  let registeredAt: Date?
  let optionID: UUID
  let label: String

  func notification(bundleID: String) -> PushNotification {
    let session = sessionID.lowercased
    return PushNotification(
      .alert(
        PushAlert(
          title: "It's a match!", body: .plain(label), sound: .standard, threadID: session, category: "MATCH")),
      bundleID: bundleID, custom: ["session_id": session, "option_id": optionID.lowercased],
      collapseID: "match-\(session)")
  }

  func record(_ answer: DeliveryAnswer, at now: Date) -> SQL {
    """
    UPDATE match_deliveries SET outcome = \(answer.outcome), reason = \(answer.reason), attempts = attempts + 1,
      updated_at = \(now)
    WHERE session_id = \(sessionID) AND user_id = \(userID) AND outcome <> 'delivered'
    """
  }
}

extension Transaction {
  /// Inserts a row for each participant without one, ends the deliveries of users who have no token any more, and
  /// returns the deliveries that are still to be sent.
  ///
  /// A row that cannot be read is left out, and does not affect the other participants.
  ///
  /// - Parameter userID: the participant whose delivery is ended or returned; nil for all that are not resumed.
  func missingDeliveries(
    of sessionID: UUID, to userID: UUID?, at now: Date, _ dialect: SQLDialect, _ logger: Logger
  ) async throws -> [MatchDelivery] {
    // Each delivery has one job: its participant's once it is resumed, and the session's before.
    let ofJob: SQL = userID.map { "d.user_id = \($0)" } ?? "d.resumed_at IS NULL"
    // A concurrent registration is either seen below, or sees the rows of this transaction.
    _ = try await batch(dialect.holding(tokensOfParticipantsIn: sessionID))
    let newcomers = try await query(
      """
      SELECT p.user_id, u.apns_token IS NOT NULL AS has_token
      FROM sessions s JOIN session_participants p ON p.session_id = s.id JOIN users u ON u.id = p.user_id
      WHERE s.id = \(sessionID) AND s.matched_option_id IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM match_deliveries d WHERE d.session_id = s.id AND d.user_id = p.user_id)
      """)
    for row in newcomers {
      let outcome: DeliveryOutcome = try row.get("has_token") ? .pending : .noToken
      try await execute(
        """
        INSERT INTO match_deliveries (session_id, user_id, apns_id, outcome, updated_at)
        VALUES (\(sessionID), \(row.get("user_id", as: UUID.self)), \(UUID()), \(outcome), \(now))
        """)
    }
    // The user has no token any more, or another user has it: the notification has no device.
    try await execute(
      """
      UPDATE match_deliveries AS d SET outcome = \(DeliveryOutcome.noToken), reason = 'tokenGone', updated_at = \(now)
      WHERE d.session_id = \(sessionID) AND d.outcome IN ('pending', 'undelivered') AND \(ofJob) AND NOT EXISTS
        (SELECT 1 FROM users u WHERE u.id = d.user_id AND u.apns_token IS NOT NULL)
      """)
    return try await query(
      """
      SELECT d.user_id, d.apns_id, u.apns_token, u.apns_environment, u.apns_token_updated_at, s.matched_option_id,
        o.label
      FROM match_deliveries d JOIN sessions s ON s.id = d.session_id JOIN options o ON o.id = s.matched_option_id
        JOIN users u ON u.id = d.user_id
      WHERE d.session_id = \(sessionID) AND d.outcome IN ('pending', 'undelivered') AND \(ofJob)
      """
    ).readable(of: "users", id: "user_id", logger) {
      MatchDelivery(
        sessionID: sessionID, userID: try $0.get("user_id"), apnsID: try $0.get("apns_id"),
        token: try $0.get("apns_token"),
        environment: try $0.get("apns_environment"), registeredAt: try $0.get("apns_token_updated_at"),
        optionID: try $0.get("matched_option_id"), label: try $0.get("label"))
    }
  }
}
