import Edge
import Foundation

/// A user's right to the premium tier: bought at an app store, granted by another system, or for the time of a trial.
///
/// This is the one rule for the tier; all functions take it from here.
struct Subscription {
  /// How long a trial lasts.
  static let trialDuration: TimeInterval = 7 * 86_400

  /// The tier that another system wrote into the user's row.
  var granted = Tier.free
  /// The end of the granted tier; nil if it does not end.
  var grantedUntil: Date?
  /// The end of the subscription that is paid at an app store; nil without one.
  var paidUntil: Date?
  /// The start of the trial; nil if there was none.
  var trialStart: Date?
  /// When `expire_trials` found the trial over.
  var trialExpiry: Date?

  init() {}

  /// - Parameter row: a row with the columns of ``SQL/subscriptionColumns(of:)``.
  init(_ row: Row) throws(DatabaseError) {
    granted = try row.get("tier", as: Tier?.self) ?? .free
    grantedUntil = try row.get("premium_until")
    paidUntil = try row.get("paid_until")
    trialStart = try row.get("trial_started_at")
    trialExpiry = try row.get("trial_ended_at")
  }

  /// The end of the trial, over or not; nil if there was none.
  var trialEnd: Date? { trialStart.map { $0 + Self.trialDuration } }

  /// The tier at an instant.
  func tier(at now: Date) -> Tier { isBought(at: now) || isTrial(at: now) ? .premium : .free }

  /// Whether the premium tier is bought or granted at an instant.
  func isBought(at now: Date) -> Bool {
    let isGranted = granted == .premium && grantedUntil.map { now < $0 } ?? true
    return isGranted || paidUntil.map { now < $0 } ?? false
  }

  /// Whether the trial lasts at an instant. A trial that was found over does not come back with a clock that is set
  /// back.
  private func isTrial(at now: Date) -> Bool {
    guard let trialStart, trialExpiry.map({ $0 < trialStart }) ?? true else { return false }
    return trialStart <= now && now < trialStart + Self.trialDuration
  }

  /// The end of the bought or granted subscription; nil without one at that instant, or for one that does not end.
  func boughtUntil(at now: Date) -> Date? {
    guard isBought(at: now) else { return nil }
    if granted == .premium {
      guard let grantedUntil else { return nil }
      return max(grantedUntil, paidUntil ?? grantedUntil)
    }
    return paidUntil
  }
}

extension SQL {
  /// The columns of a ``Subscription``; `s` is the user's row of `user_subscriptions`, if there is one.
  ///
  /// Of a subscription at a store, the newest period counts: a refund of an earlier one takes nothing.
  static func subscriptionColumns(of userID: UUID) -> SQL {
    """
    s.tier, s.premium_until, s.trial_started_at, s.trial_ended_at,
      (SELECT max(p.ends_at) FROM store_subscriptions t
        JOIN store_periods p ON p.store = t.store AND p.subscription_id = t.id
        WHERE t.user_id = \(userID) AND p.revoked_at IS NULL AND NOT EXISTS (
          SELECT 1 FROM store_periods n WHERE n.store = p.store AND n.subscription_id = p.subscription_id
            AND (n.purchased_at > p.purchased_at OR n.purchased_at = p.purchased_at AND n.id > p.id))) AS paid_until
    """
  }

  /// Selects one row with the columns of a ``Subscription``, also for a user without any row.
  static func subscription(of userID: UUID) -> SQL {
    """
    SELECT \(subscriptionColumns(of: userID))
    FROM (SELECT 1 AS one) AS caller LEFT JOIN user_subscriptions s ON s.user_id = \(userID)
    """
  }
}
