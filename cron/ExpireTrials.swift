import Edge
import Foundation

/// Marks Leftova's trials that are over.
///
/// A trial ends after seven days without this job. A trial that is marked stays over, also for a host whose clock is
/// slow or is set back.
let expireTrials = Job("expire_trials", every: "*/10 * * * *") { context in
  // One instant for the whole run, so that the run ends even if trials end while it works.
  let now = context.clock.now
  try await context.database.executeInBatches { .expireTrials(at: now, limit: $0, hold: $1) }
}

extension SQL {
  /// The seven days of a trial. `Functions` has them too, for `start_trial`: neither target imports the other, and a
  /// test compares them.
  static let trialDuration: TimeInterval = 7 * 86_400

  static func expireTrials(at now: Date, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT user_id FROM user_subscriptions
      WHERE trial_started_at <= \(now - trialDuration) AND (trial_ended_at IS NULL OR trial_ended_at < trial_started_at)
      ORDER BY trial_started_at LIMIT \(limit) \(hold))
    UPDATE user_subscriptions SET trial_ended_at = \(now) WHERE user_id IN (SELECT user_id FROM batch)
    """
  }
}
