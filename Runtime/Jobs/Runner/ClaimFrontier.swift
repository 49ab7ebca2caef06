import Foundation
import Synchronization

/// From when on a host looks for jobs, priority by priority, where several hosts write at the same time.
///
/// What has been claimed leaves dead entries in the index, which stay as long as the oldest transaction of the server: to begin at the
/// index's start would take longer with each job. So each claim lets the next one begin a little before where it came to. What appears before
/// that, because its transaction took long or another host put it there, is found by looking at all every two seconds, and whenever somebody
/// says so.
struct ClaimFrontier {
  /// How much further back than the last claim is looked: what this host enqueues is known exactly, and what others do they claim themselves.
  private static let reach: TimeInterval = 0.02
  private static let interval: Duration = .seconds(2)
  /// Before anything that can be due.
  private static let beginning = Date(timeIntervalSince1970: 0)
  private static let priorities = 10

  private var bounds: [Date]?
  private var next = ContinuousClock.now

  /// From when on to look now, for each priority from 0 to 9; nil for all.
  func start(at now: ContinuousClock.Instant) -> [Date]? { now < next ? bounds : nil }

  /// A claim has looked.
  ///
  /// - Parameters:
  ///   - start: from when on it did.
  ///   - date: the instant before it.
  ///   - claimed: what it found, the most urgent first, and since when that was due at least.
  ///   - hasAll: whether it had room for all there was.
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
    // Of what is less urgent than the last one that there was room for, nothing is known.
    if let last = claimed.map(\.priority).max(), bounds.indices.contains(last) {
      for priority in 0..<last { bounds[priority] = max(bounds[priority], reached) }
      let since = claimed.filter { $0.priority == last }.map(\.since).max() ?? Self.beginning
      bounds[last] = max(bounds[last], min(since, reached))
    }
    self.bounds = bounds
  }
}

/// Since when the jobs have been due that this process enqueued lately.
final class DueSince: Sendable {
  private let date = Mutex<Date?>(nil)

  func note(_ since: Date) {
    date.withLock { date in date = date.map { min($0, since) } ?? since }
  }

  /// The earliest that was noted since the last look.
  func take() -> Date? {
    date.withLock { date in
      defer { date = nil }
      return date
    }
  }
}
