import Edge
import Foundation

/// Starts the caller's trial: seven days of the premium tier, once for ever.
///
/// A second start is refused with 409 `TRIAL_ALREADY_USED`. Users who have bought the premium tier keep their trial for
/// later: 409 `ALREADY_PREMIUM`.
let startTrial = Function("start_trial", access: .user) { context in
  let userID = context.userID
  let now = context.clock.now
  return try await context.database.transaction(retries: 3) { transaction in
    try await transaction.holdUser(userID, at: now)
    let row = try await transaction.first(.subscription(of: userID))
    let subscription = try row.map(Subscription.init) ?? Subscription()
    guard subscription.trialStart == nil else { throw FunctionError.trialAlreadyUsed }
    guard !subscription.isBought(at: now) else { throw FunctionError.alreadyPremium }
    try await transaction.execute(.startTrial(of: userID, at: now))
    return StartedTrial(tier: .premium, trialStartedAt: now, trialEndsAt: now + Subscription.trialDuration)
  }
}.idempotent()
  .described("Starts the caller's trial: seven days of the premium tier, once.")
  .errors(.userNotFound, .trialAlreadyUsed, .alreadyPremium)

struct StartedTrial: Codable {
  private(set) var success = true
  let tier: Tier
  let trialStartedAt: Date
  let trialEndsAt: Date
}

extension SQL {
  static func startTrial(of userID: UUID, at now: Date) -> SQL {
    """
    INSERT INTO user_subscriptions (user_id, trial_started_at) VALUES (\(userID), \(now))
    ON CONFLICT (user_id) DO UPDATE SET trial_started_at = excluded.trial_started_at
    """
  }
}

extension FunctionError {
  static let trialAlreadyUsed = FunctionError(
    status: .conflict, code: "TRIAL_ALREADY_USED", message: "You've already used your free trial.")

  static let alreadyPremium = FunctionError(
    status: .conflict, code: "ALREADY_PREMIUM", message: "You already have Premium.")
}
