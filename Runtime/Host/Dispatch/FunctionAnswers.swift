import Edge

/// The errors at `/functions/v1`: the contract's table for the host's errors, the envelope for functions' errors.
struct FunctionAnswers: RouteAnswers {
  func response(to error: any Error) -> Response {
    switch AnsweredError(error) {
    case .host(let error): error.response
    case .function(let error): error.response.marked()
    }
  }
}
