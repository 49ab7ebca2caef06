internal import FoundationEssentials
import Push
internal import Synchronization

/// A batch of notifications, and the queue of their reports for the reader.
///
/// The loop adds reports and wakes the reader once for all of them: a wake-up for each report cost more than sending a
/// notification.
final class Batch: Sendable {
  private struct Reports {
    /// The reports that were not read yet; the first one is at `head`.
    var waiting: [PushReport] = []
    var head = 0
    var left: Int
    var isAbandoned = false
    var reader: CheckedContinuation<PushReport?, Never>?

    /// The next value for the reader: a report, or `.some(nil)` at the end; nil if the reader has to wait.
    mutating func next() -> PushReport?? {
      if isAbandoned { return .some(nil) }
      guard head == waiting.count else {
        defer { head += 1 }
        return waiting[head]
      }
      waiting.removeAll(keepingCapacity: true)
      head = 0
      return left == 0 ? .some(nil) : nil
    }
  }

  let pushes: [PreparedPush]
  /// The id of the first; the others follow.
  let firstID: DeliveryID
  private let reports: Mutex<Reports>

  init(_ pushes: [PreparedPush], firstID: DeliveryID) {
    self.pushes = pushes
    self.firstID = firstID
    reports = Mutex(Reports(left: pushes.count))
  }

  func id(_ index: Int) -> DeliveryID { firstID + DeliveryID(index) }

  func contains(_ id: DeliveryID) -> Bool {
    id >= firstID && id < firstID + DeliveryID(pushes.count)
  }

  /// Adds a report. The caller calls ``wake()`` afterwards.
  func report(_ index: Int, _ outcome: PushOutcome) {
    let report = PushReport(index: index, id: pushes[index].id, outcome: outcome)
    reports.withLock { reports in
      reports.waiting.append(report)
      reports.left -= 1
    }
  }

  /// Reports the same outcome for all notifications, before any is submitted to a destination.
  func refuse(_ outcome: PushOutcome) {
    for index in pushes.indices { report(index, outcome) }
    wake()
  }

  /// Wakes the reader if it waits and a report is there.
  func wake() {
    let (reader, next) = reports.withLock { reports in
      guard let reader = reports.reader, let next = reports.next() else {
        return (nil, nil) as (CheckedContinuation<PushReport?, Never>?, PushReport?)
      }
      reports.reader = nil
      return (reader, next)
    }
    reader?.resume(returning: next)
  }

  /// Waits for the next report; nil at the end.
  func next() async -> PushReport? {
    await withCheckedContinuation { reader in
      let next = reports.withLock { reports in
        let next = reports.next()
        if next == nil { reports.reader = reader }
        return next
      }
      if let next { reader.resume(returning: next) }
    }
  }

  /// Ends the reading. Returns `false` if every notification was decided already.
  func abandon() -> Bool {
    let isUndecided = reports.withLock { reports in
      reports.isAbandoned = true
      return reports.left > 0
    }
    wake()
    return isUndecided
  }
}
