import Edge
import Foundation

/// A delivery's outcome, and what it says of the token.
struct DeliveryAnswer: Sendable, Equatable {
  var outcome: DeliveryOutcome
  var reason: String?
  /// Forget the token unless it was registered again after this instant; nil keeps it.
  var forgetsTokenSince: Date?
  /// Whether the token is the cause, so that a notification to another token may be delivered.
  var isTokenRefused = false
}

extension DeliveryAnswer {
  /// - Parameter isEnvironmentKnown: whether the app sent the token's environment. Otherwise a token that Apple does
  ///   not know may belong to the other environment, and is kept.
  init(_ outcome: PushOutcome, isEnvironmentKnown: Bool) {
    switch outcome {
    case .delivered:
      self.init(outcome: .delivered)
    case .unregistered(let since, let answer):
      self.init(
        outcome: .unregistered, reason: answer.reason ?? "Unregistered", forgetsTokenSince: since, isTokenRefused: true)
    case .refused(let fault, let answer) where answer.reason == nil:
      // Apple always gives a reason, so this response came from a server in between, and a retry may succeed.
      self.init(outcome: .undelivered, reason: fault.code.rawValue)
    case .refused(let fault, _):
      let isToken = [PushFault.Code.badDeviceToken, .deviceTokenNotForTopic].contains(fault.code)
      self.init(
        outcome: .refused, reason: fault.code.rawValue,
        forgetsTokenSince: isToken && isEnvironmentKnown ? .distantFuture : nil, isTokenRefused: isToken)
    case .undelivered(let fault, _, _):
      self.init(outcome: .undelivered, reason: fault.code.rawValue)
    }
  }
}
