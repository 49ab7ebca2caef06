import FoundationEssentials
import Jobs
import Synchronization

/// The counts of the jobs that a filter selects for an action, for as long as a person reads them: a page that is
/// rendered again does not count again.
final class CountedSelections: Sendable {
  /// One count.
  struct Counted: Sendable {
    let matching: JobCommand.Matching
    let at: Date
  }

  /// The time in seconds for which a count is used.
  private static let lifetime: Double = 60
  /// The largest number of counts that are kept.
  private static let most = 64

  private let counts = Mutex<[String: Counted]>([:])

  /// The kept count of a selection if it is recent; otherwise a new count, made by `count`.
  ///
  /// - Parameter key: the action, the filter, and a text that a person changes to count again.
  func counted(
    _ key: String, now: Date, count: () async throws -> JobCommand.Matching
  ) async throws -> Counted {
    if let found = counts.withLock({ $0[key] }), abs(now.timeIntervalSince(found.at)) < Self.lifetime { return found }
    let counted = Counted(matching: try await count(), at: now)
    counts.withLock { counts in
      counts = counts.filter { abs(now.timeIntervalSince($0.value.at)) < Self.lifetime }
      if counts.count >= Self.most { counts = [:] }
      counts[key] = counted
    }
    return counted
  }

  /// Forgets all counts: jobs were changed.
  func invalidate() { counts.withLock { $0 = [:] } }
}
