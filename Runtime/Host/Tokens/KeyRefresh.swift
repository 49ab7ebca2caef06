import FoundationEssentials

/// The rules for fetching the project's key set: the state machine of ``KeySource``, without I/O.
///
/// Keys are fresh for ten minutes. Older keys stay in use while they are fetched again, so a hanging server does not
/// delay callers with a known key. One fetch runs at a time. After a failure the next one waits for a back-off.
struct KeyRefresh: Equatable {
  /// How long keys are fresh, in seconds.
  static let maximumAge: TimeInterval = 600
  /// The least time between two fetches while there are keys, in seconds. It limits the fetches that forged key ids
  /// cause.
  static let refetchInterval: TimeInterval = 60
  /// The first back-off while there are no keys, in seconds; it doubles up to ``refetchInterval``.
  static let firstBackOff: TimeInterval = 5

  /// The action of a caller that needs keys.
  enum Action: Equatable {
    /// Use the keys at hand.
    case use
    case useAndFetch
    /// Wait for the running fetch, then use the keys at hand.
    case wait
    case fetchAndWait
    /// Answer 503: there are no keys, and the next fetch starts after some seconds.
    case refuse(retryAfter: Int)
  }

  private enum Phase: Equatable {
    case idle
    case fetching
    case fresh(since: Date)
    case failed(since: Date, backOff: TimeInterval)
  }

  private var phase = Phase.idle
  private var startedAt = Date.distantPast
  /// Failures in a row.
  private var failures = 0
  /// Whether a fetch has succeeded.
  private(set) var hasKeys = false

  /// Decides for a caller that needs the keys.
  mutating func keysNeeded(at now: Date) -> Action {
    switch phase {
    case .fetching:
      return hasKeys ? .use : .wait
    case .fresh(let since) where Self.isWithin(Self.maximumAge, since, now):
      return .use
    case .failed(let since, let backOff) where Self.isWithin(backOff, since, now):
      return hasKeys ? .use : .refuse(retryAfter: retryAfter(at: now))
    case .idle, .fresh, .failed:
      start(at: now)
      return hasKeys ? .useAndFetch : .fetchAndWait
    }
  }

  /// Decides for a caller whose key is not among those at hand.
  mutating func keyMissing(at now: Date) -> Action {
    if phase == .fetching { return .wait }
    if Self.isWithin(Self.refetchInterval, startedAt, now) { return .use }
    start(at: now)
    return .fetchAndWait
  }

  mutating func succeeded(at now: Date) {
    phase = .fresh(since: now)
    failures = 0
    hasKeys = true
  }

  mutating func failed(at now: Date) {
    let backOff =
      hasKeys ? Self.refetchInterval : min(Self.firstBackOff * Double(1 << min(failures, 4)), Self.refetchInterval)
    failures += 1
    phase = .failed(since: now, backOff: backOff)
  }

  /// The time after which a caller without keys may ask again, in whole seconds.
  func retryAfter(at now: Date) -> Int {
    guard case .failed(let since, let backOff) = phase else { return Int(Self.firstBackOff) }
    return max(1, Int((backOff - now.timeIntervalSince(since)).rounded(.up)))
  }

  /// The instant until which the keys at hand can be used without asking ``keysNeeded(at:)`` again.
  var freshUntil: Date {
    switch phase {
    case .idle: .distantPast
    case .fetching: startedAt.addingTimeInterval(Self.refetchInterval)
    case .fresh(let since): since.addingTimeInterval(Self.maximumAge)
    case .failed(let since, let backOff): since.addingTimeInterval(backOff)
    }
  }

  private mutating func start(at now: Date) {
    phase = .fetching
    startedAt = now
  }

  /// Whether less than a number of seconds has passed. False if the clock was set back before the start.
  private static func isWithin(_ seconds: TimeInterval, _ start: Date, _ now: Date) -> Bool {
    (0..<seconds).contains(now.timeIntervalSince(start))
  }
}
