public import HTTPCalls

extension HTTPClient {
  /// Creates a client on libcurl. Nothing is opened before the first request.
  ///
  /// - Parameter maximumConnections: how many connections are open at a time, at least 1.
  public convenience init(maximumConnections: Int = 256) {
    let attempts = CurlTransport(maximumConnections: maximumConnections)
    self.init(transport: FollowingTransport(attempts: attempts, pacing: .system))
  }

  /// Creates a client without connections, for tests: each request that could be sent, redirects included, goes to a
  /// closure.
  ///
  /// - Parameter answer: returns the response, or throws what the request is to end with. The client sets the
  ///   response's URL.
  public convenience init(answering answer: @escaping @Sendable (Request) async throws -> StreamedResponse) {
    self.init(pacing: .system, answering: answer)
  }

  /// As ``init(answering:)``, with a clock for retries.
  package convenience init(
    pacing: RetryPacing, answering answer: @escaping @Sendable (Request) async throws -> StreamedResponse
  ) {
    self.init(transport: FollowingTransport(attempts: AnsweringTransport(answer: answer), pacing: pacing))
  }
}
