import Edge
import Foundation

struct MatchReference: Codable, Sendable {
  let sessionID: UUID

  enum CodingKeys: String, CodingKey { case sessionID = "session_id" }
}

/// Sends a match to every participant who has a token, also to the one whose like made it.
///
/// Each delivery has a row, which is written before any notification is sent. A later try sends the missing
/// notifications, under the same `apns-id`, to the users' current tokens.
let deliverMatch = Function("deliver_match", access: .serviceRole) { (match: MatchReference, context) in
  let deliveries = try await context.database.transaction { transaction in
    try await transaction.missingDeliveries(of: match.sessionID, at: context.clock.now, context.logger)
  }
  let outcomes = try await withThrowingTaskGroup(of: DeliveryOutcome.self) { group in
    for delivery in deliveries {
      group.addTask { try await deliver(delivery, of: match.sessionID, context) }
    }
    return try await group.reduce(into: []) { $0.append($1) }
  }
  let missing = outcomes.count { $0 == .undelivered }
  guard missing == 0 else {
    throw FunctionError.notConnected("\(missing) of \(outcomes.count) notifications could not be delivered yet")
  }
  return NoContent()
}
.queued(attempts: 20, timeout: .seconds(120)) { "match \($0.sessionID.uuidString)" }
.described("Delivers the notifications of a match.")

/// The time in which one run retries. The next run reads the tokens again, so it notices a phone with another user.
private let patience = Duration.seconds(20)

private func deliver(
  _ delivery: MatchDelivery, of sessionID: UUID, _ context: Context<ServiceAccess>
) async throws -> DeliveryOutcome {
  let environment = delivery.environment ?? context.push.environment
  let sentAt = context.clock.now
  let answer: DeliveryAnswer
  do {
    let token = try DeviceToken(delivery.token, environment: environment)
    let outcome = try await context.push.send(
      .match(delivery, of: sessionID, bundleID: context.push.bundleID), to: token, id: delivery.apnsID,
      retryDeadline: patience)
    answer = DeliveryAnswer(outcome, isEnvironmentKnown: delivery.environment != nil)
  } catch let error as PushError {
    answer = DeliveryAnswer(outcome: .refused, reason: "\(error)")
  }
  try await context.database.transaction { transaction in
    try await transaction.record(answer, for: delivery, of: sessionID, at: context.clock.now)
    if let since = answer.forgetsTokenSince {
      try await transaction.execute(
        DeviceTokens(of: nil, context.push)
          .forget(delivery.token, of: delivery.userID, unlessRegisteredAfter: min(since, sentAt)))
    }
  }
  return answer.outcome
}

extension PushNotification {
  fileprivate static func match(_ delivery: MatchDelivery, of sessionID: UUID, bundleID: String) -> PushNotification {
    PushNotification(
      .alert(
        PushAlert(
          title: "It's a match!", body: .plain(delivery.label), sound: .standard, threadID: sessionID.lowercased,
          category: "MATCH")),
      bundleID: bundleID, custom: ["session_id": sessionID.lowercased, "option_id": delivery.optionID.lowercased],
      collapseID: "match-\(sessionID.lowercased)")
  }
}
