internal import Curl
import HTTPCalls
import Push

extension PushOutcome {
  /// The outcome of a notification that the event loop did not accept.
  init(_ error: HTTPClientError) {
    let fault = error.code == .shutdown ? .shutdown : PushFault(.failed, error.message)
    self = .undelivered(fault, lastAnswer: nil, mayHaveArrived: false)
  }
}
