import Console
import FoundationEssentials
import Wire

/// The counts of notifications in each of the last 60 minutes.
struct PushMinutes {
  enum Count: Int, CaseIterable {
    case sent, delivered, failed
  }

  static let kept = 60

  private var counts = [[Int]](repeating: [Int](repeating: 0, count: kept), count: Count.allCases.count)
  /// The minute of the last count, since 1970.
  private var last = 0

  mutating func add(_ count: Count, at now: Date) {
    let minute = max(0, now.minuteSince1970)
    advance(to: minute)
    // A clock that was set back counts into the last known minute.
    counts[count.rawValue][max(minute, last) % Self.kept] += 1
  }

  /// The counts, the running minute last.
  func lists(at now: Date) -> PushActivity.Minutes {
    var current = self
    current.advance(to: max(0, now.minuteSince1970))
    let first = current.last + 1
    let lists = current.counts.map { counts in (0..<Self.kept).map { counts[(first + $0) % Self.kept] } }
    return PushActivity.Minutes(
      sent: lists[Count.sent.rawValue], delivered: lists[Count.delivered.rawValue],
      failed: lists[Count.failed.rawValue])
  }

  private mutating func advance(to minute: Int) {
    guard minute > last else { return }
    for passed in max(last + 1, minute - Self.kept + 1)...minute {
      for count in counts.indices { counts[count][passed % Self.kept] = 0 }
    }
    last = minute
  }
}
