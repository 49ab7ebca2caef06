import FoundationEssentials

/// The result of a claim.
struct ClaimResult: Sendable {
  var jobs: [ClaimedJob] = []
  /// Whether no available job was passed over.
  var isWhole = true
  /// The number of chosen jobs that may not start and were held, moved to their lane or left to other hosts. There may
  /// be others in their place.
  var setAsideCount = 0
  /// The time at which a function with an exhausted rate may start its next job, if one waits.
  var nextStart: Date?
  /// The function whose other jobs had precedence over its isolated job in this claim; nil if none had.
  var preceded: String?
  /// The names of functions that this host does not have, of which jobs were chosen.
  var unknown: Set<String> = []

  mutating func add(_ other: ClaimResult) {
    jobs += other.jobs
    isWhole = isWhole && other.isWhole
    setAsideCount += other.setAsideCount
    nextStart = [nextStart, other.nextStart].compactMap { $0 }.min()
    preceded = preceded ?? other.preceded
    unknown.formUnion(other.unknown)
  }
}
