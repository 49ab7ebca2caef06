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
  package var frames: [String]

  package init(
    signal: String, reason: String? = nil, function: String? = nil, invocation: String? = nil, frames: [String] = []
  ) {
    self.signal = signal
    self.reason = reason
    self.function = function
    self.invocation = invocation
    self.frames = frames
  }
}
