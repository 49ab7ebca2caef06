/// How the parts of the queue in one process wake each other. Only hints: the tables are the truth.
struct JobSignals: Sendable {
  /// There may be something to claim, or to write.
  let work = WakeUp()
  /// Somebody wants a job cancelled: look at the leases now.
  let leases = WakeUp()
  /// There is more to claim than this host has room for: other hosts may want to know.
  let others = WakeUp()
  /// Somebody wants a job cancelled that another host may run.
  let othersLeases = WakeUp()

  /// Somebody wants a job cancelled.
  func cancelled() {
    othersLeases.signal()
    leases.signal()
    work.signal()
  }
}
