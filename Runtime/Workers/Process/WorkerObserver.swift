/// The receiver of one worker's events. The calls come one at a time, on a thread of the launcher: they must not block.
package protocol WorkerObserver: AnyObject, Sendable {
  /// The worker has written a line to its standard output or error.
  func wrote(_ line: String)
  /// Lines were left out, because the worker wrote too many. Reported once when it writes less again, or ends.
  func dropped(lines: Int)
  /// A call has used its soft limit of CPU time: the worker takes no new calls from now on.
  func reachedSoftLimit(call: UInt64, used: Duration)
  /// The worker has ended. The last call.
  func died(_ death: WorkerDeath)
}
