import Edge

/// The form of responses at `/rest/v1/rpc`, which is PostgREST's.
struct ProcedureAnswers: RouteAnswers {
  /// Whether a list is to be answered with its only element.
  private let isSingular: Bool

  init(_ fields: RequestFields) {
    isSingular = fields.values(.accept).contains { $0.hasPrefix("application/vnd.pgrst.object") }
  }

  func answer(_ response: Response) throws -> Response {
    guard isSingular, response.status.code < 300, let rows = try? TableRows(response), rows.isArray else {
      return response
    }
    guard rows.count == 1 else { return ProcedureError.notSingular(rows.count) }
    var answer = response
    answer.headers[.contentType] = "application/vnd.pgrst.object+json; charset=utf-8"
    answer.body = ResponseBody(rows.first ?? [])
    return answer
  }

  func response(to error: any Error) -> Response { ProcedureError.response(to: error) }
}
