import FoundationEssentials
import Synchronization

/// The earliest due time of the jobs that this process enqueued since the last claim.
final class DueSince: Sendable {
  private let date = Mutex<Date?>(nil)

  func note(_ since: Date) {
    date.withLock { date in date = date.map { min($0, since) } ?? since }
  }

  /// Returns the earliest noted time and resets it.
  func take() -> Date? {
    date.withLock { date in
      defer { date = nil }
      return date
    }
  }
}
