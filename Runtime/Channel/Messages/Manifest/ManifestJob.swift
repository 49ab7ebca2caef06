package import Edge

/// A job of a bundle, without its code. Durations are in seconds.
package struct ManifestJob: Codable, Sendable, Hashable {
  package var name: String
  /// The schedule, as the author wrote it.
  package var schedule: String
  /// The IANA name of the schedule's time zone.
  package var timeZone: String
  /// The traits of its function, with the secrets that it declares.
  package var traits: ManifestTraits
  private var catchUp: String
  private var catchUpLimit: Int?
  private var overlapRule: String
  private var jitterSeconds: Double
  private var olderThanSeconds: Double?
  /// The days for which each kind of history is kept; empty for other jobs.
  package var days: [String: Int]
  /// The kinds of history that ``days`` may name.
  package var kinds: [String]
  private var queue: ManifestQueue

  package init(_ job: Job) {
    name = job.name
    schedule = job.schedule
    timeZone = job.timeZone
    traits = ManifestTraits(job.endpoint.traits)
    switch job.catchUp {
    case .skip: catchUp = "skip"
    case .latest: catchUp = "latest"
    case .all(let limit):
      catchUp = "all"
      catchUpLimit = limit
    }
    overlapRule = job.overlap.rawValue
    jitterSeconds = job.jitter / .seconds(1)
    olderThanSeconds = job.olderThan.map { $0 / .seconds(1) }
    days = job.days
    kinds = job.kinds.sorted()
    queue = ManifestQueue(job.queue)
  }

  /// The rule for ticks that came late.
  ///
  /// - Throws: ``MessageFault`` for a rule that this version does not know.
  package func catchUpRule() throws(MessageFault) -> Job.CatchUp {
    switch catchUp {
    case "skip": return .skip
    case "latest": return .latest
    case "all": return .all(limit: catchUpLimit ?? 100)
    default: throw MessageFault("the catch-up '\(catchUp)' of \(name) is not known")
    }
  }

  /// The rule for ticks that overlap.
  ///
  /// - Throws: ``MessageFault`` for a rule that this version does not know.
  package func overlap() throws(MessageFault) -> Job.Overlap {
    guard let overlap = Job.Overlap(rawValue: overlapRule) else {
      throw MessageFault("the overlap '\(overlapRule)' of \(name) is not known")
    }
    return overlap
  }

  /// The longest delay of a run.
  ///
  /// - Throws: ``MessageFault`` for a number of seconds beyond the range of a duration.
  package func jitter() throws(MessageFault) -> Duration { try Duration(manifest: jitterSeconds) }

  /// The age from which a clean-up job deletes rows; nil for other jobs.
  ///
  /// - Throws: ``MessageFault`` for a number of seconds beyond the range of a duration.
  package func olderThan() throws(MessageFault) -> Duration? {
    guard let olderThanSeconds else { return nil }
    return try Duration(manifest: olderThanSeconds)
  }

  /// The rules for retries and for the time of a run.
  ///
  /// - Throws: ``MessageFault`` for a value out of its range.
  package func policy() throws(MessageFault) -> QueuePolicy { try queue.policy() }

  private enum CodingKeys: String, CodingKey {
    case name, schedule
    case timeZone = "time_zone"
    case traits
    case catchUp = "catch_up"
    case catchUpLimit = "catch_up_limit"
    case overlapRule = "overlap"
    case jitterSeconds = "jitter"
    case olderThanSeconds = "older_than"
    case days, kinds, queue
  }
}
