/// How the parts of the queue in one process wake each other. Only hints: the tables are the truth.
struct JobSignals: Sendable {
  /// There may be something to claim, or to write.
  let work = WakeUp()
  /// Somebody wants a job cancelled: look at the leases now.
  let leases = WakeUp()

  /// Somebody wants a job cancelled.
  func cancelled() {
    leases.signal()
    work.signal()
  }
}
