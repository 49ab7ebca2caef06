import Edge
import HTTPTypes

/// How an error becomes a response: the two routes speak different shapes.
protocol ErrorAnswers {
  func response(to error: any Error) -> Response
}

/// `/functions/v1`: the contract's table for the host, the seeds' envelope for functions.
struct FunctionAnswers: ErrorAnswers {
  func response(to error: any Error) -> Response {
    switch Fault(error) {
    case .host(let error): return error.response
    case .function(let error):
      var response = error.response
      if error.status.code >= 500 {
        response.headers[.errorCode] = HostError.functionError.code
        response.headers[.accessControlExposeHeaders] = "sb-error-code"
      }
      return response
    }
  }
}

/// `/rest/v1/rpc`: PostgREST's shape for everything.
struct ProcedureAnswers: ErrorAnswers {
  func response(to error: any Error) -> Response {
    switch Fault(error) {
    case .host(let error): ProcedureError.response(error)
    case .function(let error): ProcedureError.response(error)
    }
  }
}

/// Whose error it is. What nobody typed is a fault of the function, and nothing of it leaks.
enum Fault {
  case host(HostError)
  case function(FunctionError)

  init(_ error: any Error) {
    switch error {
    case let error as HostError: self = .host(error)
    case let error as AdmissionError: self = .host(HostError(door: error.reason))
    case let error as FunctionError where error.code == .payloadTooLarge:
      self = .host(HostError(door: error, isNested: false))
    case let error as FunctionError: self = .function(error)
    case JobError.retry(let delay, _), JobError.snooze(let delay):
      self = .function(.notConnected("Try again later", retryAfter: Int(min(max(1, delay / .seconds(1)), 86_400))))
    case let error as DatabaseError where Self.passing.contains(error.code):
      self = .function(.notConnected("The database is away: try again", retryAfter: 1))
    default: self = .host(.functionError)
    }
  }

  /// What is wrong with the database, and not with the statement: another try may do better.
  private static let passing: Set<DatabaseError.Code> = [
    .busy, .closed, .cannotOpen, .full, .io, .unavailable, .poolExhausted, .outcomeUnknown, .statementTimedOut,
    .serializationFailure, .deadlock,
  ]
}
