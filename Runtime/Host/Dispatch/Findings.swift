import Edge

/// The host's findings on a request, for its log line.
struct Findings: Sendable {
  var caller: Identity?
  var trace: TraceContext?
  /// The place at which the call is watched for others of its user; nil if it is not.
  var overlapPlace: OverlappingCalls.Place?
  /// The state of the call under the rate limits that counted it; nil if none did.
  var limits: LimitStanding?
  /// The `sb-request-id` that a forwarded response has from its server, and so the client; nil if it has none.
  var upstreamID: String?
  /// The text of an unexpected error. It is logged, and not sent to the client.
  var fault: String?

  /// Notes an error that ended the invocation.
  mutating func note(_ error: any Error) {
    // A cancelled handler may throw without a fault of its own.
    if error is CancellationError, Task.isCancelled { return }
    switch AnsweredError(error) {
    case .host(let answer) where answer.code == HostError.functionError.code: fault = "\(error)"
    case .host where error is WorkerFailure: fault = "\(error)"
    case .host(let answer) where answer.code == HostError.answerTooLarge.code: fault = answer.message
    case .function where !(error is FunctionError): fault = "\(error)"
    case .host, .function: break
    }
  }
}
