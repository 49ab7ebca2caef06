import Edge

/// What the host learns of a request on its way.
struct Findings: Sendable {
  var caller: Identity?
  /// The text of an error that no function threw on purpose: it goes to the log, since the client is not told.
  private(set) var fault: String?

  /// Notes an error that ended the invocation.
  mutating func note(_ error: any Error) {
    // A cancelled handler may throw without a fault of its own.
    if error is CancellationError, Task.isCancelled { return }
    switch Fault(error) {
    case .host(let answer) where answer.code == HostError.functionError.code: fault = "\(error)"
    case .function where !(error is FunctionError): fault = "\(error)"
    case .host, .function: break
    }
  }
}
