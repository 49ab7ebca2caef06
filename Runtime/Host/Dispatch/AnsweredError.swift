import Database
import Edge

/// An error as it is answered: the host's own, or the function's. An unknown error is answered without its text.
enum AnsweredError {
  case host(HostError)
  case function(FunctionError)

  init(_ error: any Error) {
    switch error {
    case let error as HostError: self = .host(error)
    case let error as WorkerFailure: self = .host(HostError(error))
    case let error as AdmissionError: self = .host(HostError(refusal: error.reason))
    case let error as FunctionError where error.code == .payloadTooLarge:
      self = .host(HostError(refusal: error, isNested: false))
    case let error as FunctionError: self = .function(error)
    case JobError.retry(let delay, _), JobError.snooze(let delay):
      self = .function(.notConnected("Try again later", retryAfter: Int(min(max(1, delay / .seconds(1)), 86_400))))
    // U+0000 usually comes from the request's input, so it is the client's error.
    case let error as DatabaseError where error.code == .unstorableText:
      self = .function(.validation("A text has U+0000, which the database cannot store"))
    case let error as DatabaseError:
      let kind = error.code.kind
      self =
        if let message = kind.message {
          .function(.notConnected(message, retryAfter: kind.retryAfter))
        } else {
          .host(.functionError)
        }
    default: self = .host(.functionError)
    }
  }
}
