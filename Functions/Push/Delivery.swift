import Edge
import Foundation

/// A notification to one user's device, whose outcome is stored.
protocol Delivery: Sendable {
  var userID: UUID { get }
  /// The same in each try. A notification that is sent again may arrive twice; on the phone the second one replaces the
  /// first, since they have one collapse id.
  var apnsID: UUID { get }
  var token: String { get }
  /// The token's environment; nil if the app did not send one.
  var environment: PushEnvironment? { get }
  /// The instant of the token's registration; nil if it is unknown.
  var registeredAt: Date? { get }

  /// The notification under an app's bundle id.
  func notification(bundleID: String) -> PushNotification
  /// The statement that stores the outcome of a try.
  func record(_ answer: DeliveryAnswer, at now: Date) -> SQL
}

extension Context where A == ServiceAccess {
  /// Sends deliveries side by side, stores each outcome, and forgets the tokens that Apple calls invalid.
  ///
  /// - Throws: 503 `NOT_CONNECTED` if some could not be delivered yet, and the error of a delivery whose outcome could
  ///   not be stored, once all deliveries have ended: the job then runs again.
  func deliver(_ deliveries: [some Delivery], to tokens: DeviceTokens) async throws {
    let outcomes = try await withThrowingTaskGroup(of: DeliveryOutcome.self) { group in
      for delivery in deliveries { group.addTask { try await deliver(delivery, to: tokens) } }
      // An error of one cancels no other, whose notification may be sent and would be sent again.
      var results: [Result<DeliveryOutcome, any Error>] = []
      while let result = await group.nextResult() { results.append(result) }
      return try results.map { try $0.get() }
    }
    let missing = outcomes.count { $0 == .undelivered }
    guard missing == 0 else {
      throw FunctionError.notConnected("\(missing) of \(outcomes.count) notifications could not be delivered yet")
    }
  }

  private func deliver(_ delivery: some Delivery, to tokens: DeviceTokens) async throws -> DeliveryOutcome {
    let environment = delivery.environment ?? push.environment
    let sentAt = clock.now
    let answer: DeliveryAnswer
    do {
      let token = try DeviceToken(delivery.token, environment: environment)
      let outcome = try await push.send(
        delivery.notification(bundleID: tokens.bundleID), to: token, id: delivery.apnsID, retryDeadline: patience)
      answer = DeliveryAnswer(outcome, isEnvironmentKnown: delivery.environment != nil)
    } catch let error as PushError {
      answer = DeliveryAnswer(outcome: .refused, reason: "\(error)", isTokenRefused: true)
    }
    let hold = database.dialect.holding(tokenOf: delivery.userID)
    return try await database.transaction(retries: 3) { transaction in
      var answer = answer
      if answer.isTokenRefused {
        // A concurrent registration is found below or, for matches, finds this outcome (`LateRegistration`).
        _ = try await transaction.batch(hold)
        if let since = answer.forgetsTokenSince {
          try await transaction.execute(
            tokens.forget(delivery.token, of: delivery.userID, unlessRegisteredAfter: min(since, sentAt)))
        }
        // The next run sends to the token that was registered during the sending.
        let registration = tokens.registration(
          of: delivery.userID, since: delivery.token, in: delivery.environment, at: delivery.registeredAt)
        if try await transaction.first(registration) != nil { answer.outcome = .undelivered }
      }
      try await transaction.execute(delivery.record(answer, at: clock.now))
      return answer.outcome
    }
  }
}

/// The time in which one run retries. The next run reads the tokens again, so it notices a phone with another user.
private let patience = Duration.seconds(20)
