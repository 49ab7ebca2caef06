/// The worker that a run of a function was given to.
package struct WorkerRun: Sendable, Hashable {
  package let worker: UInt64
  /// The first digits of the digest of its bundle's version.
  package let version: String
  /// The time for which the call waited for a place, in microseconds.
  package let waited: Int
  /// The CPU time of the call in microseconds, as the worker says; nil while it is not known.
  package var cpu: Int?

  package init(worker: UInt64, version: String, waited: Int) {
    self.worker = worker
    self.version = version
    self.waited = waited
  }
}
