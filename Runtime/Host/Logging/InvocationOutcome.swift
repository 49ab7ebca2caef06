/// How the response of an invocation ended.
package enum InvocationOutcome: Sendable, Equatable {
  case completed
  case clientLeft
  case failed
  /// The client got another response: this one came too late.
  case replaced(status: Int)

  /// The status to count for a response of that status: a client that left before its response is 499, as nginx has it.
  func status(of code: Int) -> Int {
    switch self {
    case .replaced(let status): status
    case .clientLeft where code >= 500: 499
    case .completed, .failed, .clientLeft: code
    }
  }
}
