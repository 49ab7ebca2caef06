import Foundation

/// How the parts of the queue in one process wake each other. Only hints: the tables are the truth.
struct JobSignals: Sendable {
  /// There may be something to claim, or to write.
  let work = WakeUp()
  /// Ticks have been written into the queue: somebody looks at how late they are.
  let ticks = WakeUp()
  /// Since when that has been due, as far as this process enqueued it.
  let since = DueSince()
  /// Somebody wants a job cancelled: look at the leases now.
  let leases = WakeUp()
  /// There is more to claim than this host has room for: other hosts may want to know.
  let others = WakeUp()
  /// Somebody wants a job cancelled that another host may run.
  let othersLeases = WakeUp()

  /// There are jobs that have been due since an instant; nil for one that may be long ago.
  func enqueued(since date: Date?) {
    since.note(date ?? Date(timeIntervalSince1970: 0))
    work.signal()
  }

  /// There are ticks that are due.
  func ticked() {
    ticks.signal()
    enqueued(since: nil)
  }

  /// Somebody wants a job cancelled.
  func cancelled() {
    othersLeases.signal()
    leases.signal()
    work.signal()
  }
}
