import Edge
import HTTPTypes

/// The errors at `/functions/v1`: the contract's table for the host's errors, the envelope for functions' errors.
struct FunctionAnswers: RouteAnswers {
  func response(to error: any Error) -> Response {
    switch AnsweredError(error) {
    case .host(let error): return error.response
    case .function(let error):
      var response = error.response
      if error.status.code >= 500 { response.headers.mark(errorCode: HostError.functionError.code) }
      return response
    }
  }
}
