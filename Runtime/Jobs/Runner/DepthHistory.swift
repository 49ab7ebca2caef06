import FoundationEssentials
import Synchronization
import Wire

/// The depth of the queue in the last hour, as this host's runner counts it for the metrics.
final class DepthHistory: Sendable {
  private struct Minute: Sendable {
    let number: Int
    var waiting: Int
  }

  private let minutes = Mutex<[Minute]>([])

  /// Notes the number of jobs that can be claimed. Of a minute the largest number counts.
  func add(waiting: Int, at now: Date) {
    let number = now.minuteSince1970
    minutes.withLock { minutes in
      if let last = minutes.last, last.number == number {
        minutes[minutes.count - 1].waiting = max(last.waiting, waiting)
      } else {
        minutes.append(Minute(number: number, waiting: waiting))
      }
      minutes.removeAll { $0.number <= number - QueueDepths.span || $0.number > number }
    }
  }

  func depths(at now: Date) -> QueueDepths {
    let current = now.minuteSince1970
    let known = Dictionary(minutes.withLock(\.self).map { ($0.number, $0.waiting) }) { max($0, $1) }
    // A minute without a count has the value of the minute before it.
    var last = 0
    let waiting = (current - QueueDepths.span + 1...current).map { number in
      last = known[number] ?? last
      return last
    }
    return QueueDepths(waiting: waiting)
  }
}
