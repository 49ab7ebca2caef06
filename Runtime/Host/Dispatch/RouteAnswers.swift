import Edge

/// The form of one route's requests and responses.
protocol RouteAnswers: Sendable {
  /// The request as the function gets it, once its body is collected.
  func input(_ request: Request) throws -> Request
  /// The response as the client gets it.
  func answer(_ response: Response) throws -> Response
  func response(to error: any Error) -> Response
}

extension RouteAnswers {
  func input(_ request: Request) -> Request { request }
  func answer(_ response: Response) -> Response { response }
}
