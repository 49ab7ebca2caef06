import FoundationEssentials

/// The due time from which a host on Postgres looks for jobs, for each priority.
///
/// Claimed jobs leave dead index entries, which stay as long as the server's oldest transaction, so a scan from the
/// index's start takes longer with each job. Each claim therefore starts a little before the point that the previous
/// one reached. Jobs that appear before that point, from a long transaction or another host, are found by a full scan
/// every two seconds and after a hint.
struct ClaimFrontier {
  /// How far before the last claim the next one starts, in seconds. The due times of this host's own jobs are known,
  /// and other hosts claim their own.
  private static let reach: TimeInterval = 0.02
  private static let interval: Duration = .seconds(2)
  /// An instant before all due times.
  private static let beginning = Date(timeIntervalSince1970: 0)
  private static let priorities = 10

  private var bounds: [Date]?
  private var next = ContinuousClock.now

  /// The due times from which the next claim looks, for priorities 0 to 9; nil for a full scan.
  func start(at now: ContinuousClock.Instant) -> [Date]? { now < next ? bounds : nil }

  /// Records a claim. `start` has the due times from which it looked, nil for a full scan; `date` is the time before
  /// the claim; `claimed` has the jobs by urgency, with their due times; `hasAll` says whether the claim had room for
  /// all available jobs.
  mutating func looked(
    from start: [Date]?, on date: Date, claimed: [(priority: Int, since: Date)], hasAll: Bool,
    at now: ContinuousClock.Instant
  ) {
    if start == nil { next = now + Self.interval }
    let reached = date.addingTimeInterval(-Self.reach)
    guard !hasAll else {
      bounds = Array(repeating: reached, count: Self.priorities)
      return
    }
    var bounds = start ?? Array(repeating: Self.beginning, count: Self.priorities)
    // Nothing is known about jobs that are less urgent than the last claimed one.
    if let last = claimed.map(\.priority).max(), bounds.indices.contains(last) {
      for priority in 0..<last { bounds[priority] = max(bounds[priority], reached) }
      let since = claimed.filter { $0.priority == last }.map(\.since).max() ?? Self.beginning
      bounds[last] = max(bounds[last], min(since, reached))
    }
    self.bounds = bounds
  }
}
