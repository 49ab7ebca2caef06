import Edge
import FoundationEssentials

/// The wake-ups between the parts of the queue in one process. They are hints: the tables are the truth.
struct JobSignals: Sendable {
  /// Wakes the runner: there may be jobs to claim or ends to write.
  let work = WakeUp()
  /// Set when ticks were written into the queue, which the runner then claims before anything else.
  let ticks = WakeUp()
  /// The earliest due time of the jobs that this process enqueued.
  let since = DueSince()
  /// Set when a job was cancelled, so that the runner checks its leases now.
  let leases = WakeUp()
  /// Set when there are more jobs than this host has room for, to wake other hosts.
  let others = WakeUp()
  /// Set when a job was cancelled that another host may run.
  let othersLeases = WakeUp()
  let observer = QueueObserver()

  /// Signals new work that has been due since an instant; nil if the instant is unknown.
  func enqueued(since date: Date?) {
    since.note(date ?? Date(timeIntervalSince1970: 0))
    work.signal()
    observer.changed()
  }

  func ticked() {
    ticks.signal()
    enqueued(since: nil)
  }

  func cancelled() {
    othersLeases.signal()
    leases.signal()
    work.signal()
    observer.changed()
  }
}
