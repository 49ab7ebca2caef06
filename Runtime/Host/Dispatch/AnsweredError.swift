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
    case let error as DatabaseError where error.code == .outcomeUnknown:
      self = .function(
        .notConnected(
          "The database was lost during the commit: check whether the request took effect before you repeat it without an idempotency key",
          retryAfter: 1))
    case let error as DatabaseError where Self.passing.contains(error.code):
      self = .function(.notConnected("The database is away: try again", retryAfter: 1))
    default: self = .host(.functionError)
    }
  }

  /// The errors of the database that may pass, so that another try can succeed.
  private static let passing: Set<DatabaseError.Code> = [
    .busy, .closed, .cannotOpen, .full, .io, .unavailable, .poolExhausted, .statementTimedOut,
    .serializationFailure, .deadlock,
  ]
}
