import Edge
import Foundation

struct ShareEventReference: Codable, Sendable {
  let eventID: UUID

  enum CodingKeys: String, CodingKey { case eventID = "event_id" }
}

/// Sends a share's event to every recipient who has a token.
///
/// Each delivery has a row, which is written before any notification is sent. A later try sends the missing
/// notifications, under the same `apns-id`, to the users' current tokens.
let deliverETAShare = Function("deliver_eta_share", access: .serviceRole) { (event: ShareEventReference, context) in
  let tokens = DeviceTokens(of: "shvil", context.push)
  let now = context.clock.now
  let dialect = context.database.engine.dialect
  let deliveries = try await context.database.transaction { transaction in
    try await transaction.missingDeliveries(of: event.eventID, to: tokens, at: now, dialect, context.logger)
  }
  let outcomes = try await withThrowingTaskGroup(of: DeliveryOutcome.self) { group in
    for delivery in deliveries { group.addTask { try await deliver(delivery, to: tokens, context) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
  let missing = outcomes.count { $0 == .undelivered }
  guard missing == 0 else {
    throw FunctionError.notConnected("\(missing) of \(outcomes.count) notifications could not be delivered yet")
  }
  return NoContent()
}
.queued(attempts: 20, timeout: .seconds(120)) { "eta share event \($0.eventID.uuidString)" }
.described("Sends a share's event to every recipient who has a token.")

/// The time in which one run retries. The next run reads the tokens again, so it notices a phone with another user.
private let patience = Duration.seconds(20)

private func deliver(
  _ delivery: ShareDelivery, to tokens: DeviceTokens, _ context: Context<ServiceAccess>
) async throws -> DeliveryOutcome {
  let environment = delivery.environment ?? context.push.environment
  let sentAt = context.clock.now
  let answer: DeliveryAnswer
  do {
    let token = try DeviceToken(delivery.token, environment: environment)
    let outcome = try await context.push.send(
      .shareEvent(delivery, bundleID: tokens.bundleID), to: token, id: delivery.apnsID, retryDeadline: patience)
    answer = DeliveryAnswer(outcome, isEnvironmentKnown: delivery.environment != nil)
  } catch let error as PushError {
    answer = DeliveryAnswer(outcome: .refused, reason: "\(error)")
  }
  try await context.database.transaction { transaction in
    try await transaction.record(answer, for: delivery, at: context.clock.now)
    if let since = answer.forgetsTokenSince {
      try await transaction.execute(
        tokens.forget(delivery.token, of: delivery.userID, unlessRegisteredAfter: min(since, sentAt)))
    }
  }
  return answer.outcome
}

extension PushNotification {
  fileprivate static func shareEvent(_ delivery: ShareDelivery, bundleID: String) -> PushNotification {
    let shareID = delivery.shareID.lowercased
    return PushNotification(
      .alert(
        PushAlert(
          title: .plain(delivery.title), body: .plain(delivery.body),
          sound: delivery.kind == .started ? .standard : nil, threadID: shareID, category: "ETA_SHARE")),
      bundleID: bundleID,
      custom: [
        "share_id": shareID, "event": delivery.kind.rawValue,
        "estimated_arrival": WireDate.string(from: delivery.estimatedArrival),
      ],
      expiration: .at(delivery.expiresAt), collapseID: "eta-\(shareID)")
  }
}
