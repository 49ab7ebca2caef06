package import Edge

/// The form of ``QueuePolicy`` in a manifest. Durations are in seconds.
package struct ManifestQueue: Codable, Sendable, Hashable {
  private struct Rate: Codable, Sendable, Hashable {
    var count: Int
    var period: Double
  }

  private struct Unique: Codable, Sendable, Hashable {
    var period: Double
    var states: [JobState]
  }

  private var attempts: Int
  private var backOffBase: Double
  private var backOffCap: Double
  private var timeout: Double
  private var concurrency: Int?
  private var rate: Rate?
  private var unique: Unique?

  package init(_ policy: QueuePolicy) {
    attempts = policy.attempts
    backOffBase = policy.backOff.base / .seconds(1)
    backOffCap = policy.backOff.cap / .seconds(1)
    timeout = policy.timeout / .seconds(1)
    concurrency = policy.concurrency
    rate = policy.rate.map { Rate(count: $0.count, period: $0.period / .seconds(1)) }
    unique = policy.unique.period.map {
      Unique(period: $0 / .seconds(1), states: policy.unique.states.sorted { $0.rawValue < $1.rawValue })
    }
  }

  /// The policy.
  ///
  /// - Throws: ``MessageFault`` for a duration out of range.
  package func policy() throws(MessageFault) -> QueuePolicy {
    var keys = UniqueKeys.whileUnfinished
    if let unique { keys = .within(try Duration(manifest: unique.period), states: Set(unique.states)) }
    var starts: StartRate?
    if let rate { starts = StartRate(rate.count, per: try Duration(manifest: rate.period)) }
    return QueuePolicy(
      attempts: attempts,
      backOff: BackOff(base: try Duration(manifest: backOffBase), cap: try Duration(manifest: backOffCap)),
      timeout: try Duration(manifest: timeout), concurrency: concurrency, rate: starts, unique: keys)
  }

  private enum CodingKeys: String, CodingKey {
    case attempts
    case backOffBase = "back_off_base"
    case backOffCap = "back_off_cap"
    case timeout, concurrency, rate, unique
  }
}
