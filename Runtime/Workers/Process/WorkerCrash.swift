/// The crash of a worker, read from the line that its signal handler writes.
package struct WorkerCrash: Sendable, Hashable {
  /// The signal's name: `SIGILL`.
  package var signal: String
  /// What is known about the cause: `stack-overflow` or `out-of-memory`.
  package var reason: String?
  /// The function or the job that ran on the crashed thread.
  package var function: String?
  /// The id of its invocation.
  package var invocation: String?
  /// The return addresses, for a debugger.
  package var frames: [String] = []
}
