/// A fault of a function in a worker: an error of a type that is not answered to the client.
struct RemoteFault: Error, CustomStringConvertible {
  /// The name of the error's type in the worker.
  let type: String
  /// The error's text, for the host's log.
  let description: String
}
