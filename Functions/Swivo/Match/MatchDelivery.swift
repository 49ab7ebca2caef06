import Edge
import Foundation

/// A match's notification to one participant.
struct MatchDelivery: Sendable {
  /// The states of a delivery, as its row has them.
  enum Outcome: String, SQLValue, CaseIterable {
    case pending, delivered, unregistered, refused, undelivered
    case noToken = "no_token"
  }

  /// A delivery's outcome, and whether the token is to be forgotten.
  struct Answer: Sendable, Equatable {
    var outcome: Outcome
    var reason: String?
    /// Forget the token unless it was registered again after this instant; nil keeps it.
    var forgetsTokenSince: Date?
  }

  let userID: UUID
  let apnsID: UUID
  let token: String
  /// The token's environment; nil if the app did not send one.
  let environment: PushEnvironment?
  let optionID: UUID
  let label: String
}

extension MatchDelivery.Answer {
  /// - Parameter isEnvironmentKnown: whether the app sent the token's environment. Otherwise a token that Apple does
  ///   not know may belong to the other environment, and is kept.
  init(_ outcome: PushOutcome, isEnvironmentKnown: Bool) {
    switch outcome {
    case .delivered:
      self.init(outcome: .delivered)
    case .unregistered(let since, let answer):
      self.init(outcome: .unregistered, reason: answer.reason ?? "Unregistered", forgetsTokenSince: since)
    case .refused(let fault, let answer) where answer.reason == nil:
      // Apple always gives a reason, so this response came from a server in between, and a retry may succeed.
      self.init(outcome: .undelivered, reason: fault.code.rawValue)
    case .refused(let fault, _):
      let isToken = [PushFault.Code.badDeviceToken, .deviceTokenNotForTopic].contains(fault.code)
      self.init(
        outcome: .refused, reason: fault.code.rawValue,
        forgetsTokenSince: isToken && isEnvironmentKnown ? .distantFuture : nil)
    case .undelivered(let fault, _, _):
      self.init(outcome: .undelivered, reason: fault.code.rawValue)
    }
  }
}

extension Transaction {
  /// Inserts a row for each participant without one, ends the deliveries of users who have no token any more, and
  /// returns the deliveries that are still to be sent.
  ///
  /// A row that cannot be read is left out, and does not affect the other participants.
  func missingDeliveries(of sessionID: UUID, at now: Date, _ logger: Logger) async throws -> [MatchDelivery] {
    let newcomers = try await query(
      """
      SELECT p.user_id, u.apns_token IS NOT NULL AS has_token
      FROM sessions s JOIN session_participants p ON p.session_id = s.id JOIN users u ON u.id = p.user_id
      WHERE s.id = \(sessionID) AND s.matched_option_id IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM match_deliveries d WHERE d.session_id = s.id AND d.user_id = p.user_id)
      """)
    for row in newcomers {
      let outcome: MatchDelivery.Outcome = try row.get("has_token") ? .pending : .noToken
      try await execute(
        """
        INSERT INTO match_deliveries (session_id, user_id, apns_id, outcome, updated_at)
        VALUES (\(sessionID), \(row.get("user_id", as: UUID.self)), \(UUID()), \(outcome), \(now))
        """)
    }
    // The user has no token any more, or another user has it: the notification has no device.
    try await execute(
      """
      UPDATE match_deliveries SET outcome = \(MatchDelivery.Outcome.noToken), reason = 'tokenGone', updated_at = \(now)
      WHERE session_id = \(sessionID) AND outcome IN ('pending', 'undelivered') AND NOT EXISTS
        (SELECT 1 FROM users u WHERE u.id = match_deliveries.user_id AND u.apns_token IS NOT NULL)
      """)
    return try await query(
      """
      SELECT d.user_id, d.apns_id, u.apns_token, u.apns_environment, s.matched_option_id, o.label
      FROM match_deliveries d JOIN sessions s ON s.id = d.session_id JOIN options o ON o.id = s.matched_option_id
        JOIN users u ON u.id = d.user_id
      WHERE d.session_id = \(sessionID) AND d.outcome IN ('pending', 'undelivered')
      """
    ).readable(of: "users", id: "user_id", logger) {
      MatchDelivery(
        userID: try $0.get("user_id"), apnsID: try $0.get("apns_id"), token: try $0.get("apns_token"),
        environment: try $0.get("apns_environment"), optionID: try $0.get("matched_option_id"),
        label: try $0.get("label"))
    }
  }

  func record(
    _ answer: MatchDelivery.Answer, for delivery: MatchDelivery, of sessionID: UUID, at now: Date
  ) async throws {
    try await execute(
      """
      UPDATE match_deliveries SET outcome = \(answer.outcome), reason = \(answer.reason), attempts = attempts + 1,
        updated_at = \(now)
      WHERE session_id = \(sessionID) AND user_id = \(delivery.userID) AND outcome <> 'delivered'
      """)
  }

  /// Removes an invalid token, unless the user has registered it again after `since`.
  func forget(_ token: String, of userID: UUID, unlessRegisteredAfter since: Date) async throws {
    try await execute(
      """
      UPDATE users SET apns_token = NULL, apns_environment = NULL
      WHERE id = \(userID) AND apns_token = \(token)
        AND (apns_token_updated_at IS NULL OR apns_token_updated_at <= \(since))
      """)
  }
}
