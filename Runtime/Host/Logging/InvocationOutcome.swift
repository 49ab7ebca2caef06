/// The outcome of an invocation's response.
package enum InvocationOutcome: Sendable, Equatable {
  case completed
  case clientLeft
  case failed
  /// The client got another response in its place, since it came too late.
  case replaced(status: Int)

  /// The status to count for a response. If the client left before an error response, it is 499, as in nginx.
  func status(of code: Int) -> Int {
    switch self {
    case .replaced(let status): status
    case .clientLeft where code >= 500: 499
    case .completed, .failed, .clientLeft: code
    }
  }
}
