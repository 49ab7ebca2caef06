public import Foundation
internal import Synchronization

/// Notifications that were handed over together, and their reports on the way to who reads them.
///
/// The loop adds reports and wakes the reader once for all of them: waking it for each cost more than sending one.
final class Batch: Sendable {
  private struct Reports {
    /// What was not read yet, the first one at `head`.
    var waiting: [PushReport] = []
    var head = 0
    /// How many are still to come.
    var left: Int
    var isAbandoned = false
    var reader: CheckedContinuation<PushReport?, Never>?

    /// What the reader gets now: a report, or nil inside for the end; nil when it has to wait.
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
  let firstID: LaneState.ID
  private let reports: Mutex<Reports>

  init(_ pushes: [PreparedPush], firstID: LaneState.ID) {
    self.pushes = pushes
    self.firstID = firstID
    reports = Mutex(Reports(left: pushes.count))
  }

  func delivery(_ index: Int) -> Delivery {
    Delivery(id: firstID + LaneState.ID(index), request: .push(pushes[index]), receiver: .batch(self, index: index))
  }

  /// Whether the notification is of this batch.
  func contains(_ id: LaneState.ID) -> Bool {
    id >= firstID && id < firstID + LaneState.ID(pushes.count)
  }

  /// Adds a report. ``wake()`` follows.
  func report(_ index: Int, _ outcome: PushOutcome) {
    let report = PushReport(index: index, id: pushes[index].id, outcome: outcome)
    reports.withLock { reports in
      reports.waiting.append(report)
      reports.left -= 1
    }
  }

  /// Reports the same outcome for all notifications of a batch that no lane has.
  func refuse(_ outcome: PushOutcome) {
    for index in pushes.indices { report(index, outcome) }
    wake()
  }

  /// Wakes the reader if it waits for what was added.
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

  /// The next report; nil when there is none to come.
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

  /// Nobody reads any more. `false` if everything was decided already.
  func abandon() -> Bool {
    let isUndecided = reports.withLock { reports in
      reports.isAbandoned = true
      return reports.left > 0
    }
    wake()
    return isUndecided
  }
}

/// Reads a batch; whoever lets go of it cancels what is not decided yet.
final class BatchReader: Sendable {
  private let batch: Batch
  private let cancel: @Sendable () -> Void

  init(_ batch: Batch, cancel: @escaping @Sendable () -> Void) {
    self.batch = batch
    self.cancel = cancel
  }

  deinit { abandon() }

  func next() async -> PushReport? { await batch.next() }

  func abandon() {
    if batch.abandon() { cancel() }
  }

  /// The reports as a stream.
  var stream: AsyncStream<PushReport> {
    // The stream holds the reader until it ends, is let go of, or its task is cancelled.
    AsyncStream {
      await self.next()
    } onCancel: { [batch, cancel] in
      if batch.abandon() { cancel() }
    }
  }
}

/// What became of one notification of a batch.
public struct PushReport: Sendable, Hashable {
  /// Its place in the batch, from 0.
  public let index: Int
  /// Its id (`apns-id`).
  public let id: UUID
  /// What became of it.
  public let outcome: PushOutcome
}
