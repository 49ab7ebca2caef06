import Edge
import Foundation

/// Answers with the caller's tier, and with the ends of what is bought and of the trial.
let subscriptionStatus = Function("subscription_status", access: .user) { context in
  SubscriptionStatus(try await subscription(context), at: context.clock.now)
}
.readOnly()
.described("Answers with the caller's tier, and with the ends of what is bought and of the trial.")

/// Whether the caller may search for several ingredients.
let canUseAdvancedSearch = Function("can_use_advanced_search", access: .user) { context in
  AdvancedSearch(canUseAdvancedSearch: try await subscription(context).tier(at: context.clock.now).canUseAdvancedSearch)
}
.readOnly()
.described("Tells whether the caller may search for several ingredients.")

/// ``canUseAdvancedSearch`` as a database function: true or false.
let canUseAdvancedSearchProcedure = Function("can_use_advanced_search", access: .user) { context in
  try await subscription(context).tier(at: context.clock.now).canUseAdvancedSearch
}
.readOnly()
.described("Tells whether the caller may search for several ingredients.")

struct AdvancedSearch: Codable {
  let canUseAdvancedSearch: Bool
}

/// A user's subscription in the spelling of the app's model.
struct SubscriptionStatus: Codable {
  let subscriptionTier: Tier
  /// The end of the bought subscription; nil without one, or for one that does not end.
  let premiumUntil: Date?
  let isTrialAvailable: Bool
  let trialStartedAt: Date?
  let trialEndsAt: Date?
  let canUseAdvancedSearch: Bool

  init(_ subscription: Subscription, at now: Date) {
    subscriptionTier = subscription.tier(at: now)
    premiumUntil = subscription.boughtUntil(at: now)
    isTrialAvailable = subscription.trialStart == nil
    trialStartedAt = subscription.trialStart
    trialEndsAt = subscription.trialEnd
    canUseAdvancedSearch = subscriptionTier.canUseAdvancedSearch
  }
}

private func subscription(_ context: Context<UserAccess>) async throws -> Subscription {
  let row = try await context.database.first(.subscription(of: context.userID))
  return try row.map(Subscription.init) ?? Subscription()
}
