import Edge

/// The errors at `/rest/v1/rpc`, all in PostgREST's form.
struct ProcedureAnswers: RouteAnswers {
  func response(to error: any Error) -> Response {
    switch AnsweredError(error) {
    case .host(let error): ProcedureError.response(error)
    case .function(let error): ProcedureError.response(error)
    }
  }
}
