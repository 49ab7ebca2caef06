import Foundation
import Synchronization

/// From when on a host looks for jobs, where several write at the same time.
///
/// What has been claimed leaves dead entries in the index, which stay as long as the oldest transaction of the server: to begin at the
/// index's start would take longer with each job. So a claim that found all there was lets the next one begin a little before it. What appears
/// before that, because its transaction took long or another host put it there, is found by looking at all every two seconds, and whenever somebody says so.
struct ClaimFrontier {
  /// How much further back than the last claim is looked: what this host enqueues is known exactly, and what others do they claim themselves.
  private static let reach: TimeInterval = 0.02
  private static let interval: Duration = .seconds(2)

  private var bound: Date?
  private var next = ContinuousClock.now

  /// From when on to look now; nil for all.
  func start(at now: ContinuousClock.Instant) -> Date? { now < next ? bound : nil }

  /// A claim has looked.
  ///
  /// - Parameters:
  ///   - start: from when on it did.
  ///   - date: the instant before it.
  ///   - hasAll: whether it found room for all there was.
  mutating func looked(from start: Date?, on date: Date, hasAll: Bool, at now: ContinuousClock.Instant) {
    if start == nil {
      bound = nil
      next = now + Self.interval
    }
    if hasAll { bound = date.addingTimeInterval(-Self.reach) }
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
