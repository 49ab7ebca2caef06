import HTTPCalls

/// The sender of one attempt of a request: libcurl, or a test's closure.
protocol Attempting: Sendable {
  /// Sends a request once.
  ///
  /// - Parameters:
  ///   - request: A request that was checked.
  ///   - target: The request's URL.
  ///   - isStreamed: Whether to return when the head is complete, and not when the body is.
  func perform(
    _ request: HTTPClient.Request, at target: TargetURL, isStreamed: Bool
  ) async throws -> HTTPClient.StreamedResponse

  /// Fails the requests in flight, closes all connections, and ends the event loop.
  func shutdown() async
}
