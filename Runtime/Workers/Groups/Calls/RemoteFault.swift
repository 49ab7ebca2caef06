/// An error of a function that ran in a worker and that is no answer of its own: a fault of the function.
struct RemoteFault: Error, CustomStringConvertible {
  /// The name of the error's type in the worker.
  let type: String
  /// The error's text, for the host's log.
  let description: String
}
