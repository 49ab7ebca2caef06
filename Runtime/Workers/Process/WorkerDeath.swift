package import Edge

/// The end of a worker: how it ended, and what is known about the reason.
package struct WorkerDeath: Sendable, Hashable {
  /// How the process ended, as the system reports it.
  package enum End: Sendable, Hashable {
    /// A signal ended it, by number.
    case signal(Int32)
    /// It ended by itself, with this status.
    case status(Int32)
  }

  package let worker: WorkerID
  package let pid: Int32
  package var end: End
  /// The host's reason if the host ended it.
  package var kill: WorkerKill?
  /// The limit that it exceeded. A death by an allocation that failed for lack of memory counts as the memory's limit.
  package var limit: WorkerFailure.Resource?
  /// The call that exceeded the limit, if it is one call's.
  package var call: UInt64?
  /// The crash, if the process wrote of one.
  package var crash: WorkerCrash?
  /// The last lines of standard output and error, without the crash line and its frames: at most 20.
  package var lastLines: [String]
  /// The last measurement before its end.
  package var lastSample: WorkerSample?
  /// The time from its start to its end.
  package var age: Duration

  package init(
    worker: WorkerID, pid: Int32, end: End, kill: WorkerKill? = nil, limit: WorkerFailure.Resource? = nil,
    call: UInt64? = nil, crash: WorkerCrash? = nil, lastLines: [String] = [], lastSample: WorkerSample? = nil,
    age: Duration = .zero
  ) {
    self.worker = worker
    self.pid = pid
    self.end = end
    self.kill = kill
    self.limit = limit
    self.call = call
    self.crash = crash
    self.lastLines = lastLines
    self.lastSample = lastSample
    self.age = age
  }
}
