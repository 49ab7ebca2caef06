import HTTPCalls

/// The sender of one attempt of a request: libcurl, or a test's closure.
protocol Attempting: Sendable {
  /// Sends a checked request once. A streamed exchange returns when the head is complete, another one when the body is.
  func perform(
    _ request: HTTPClient.Request, at target: TargetURL, isStreamed: Bool
  ) async throws -> HTTPClient.StreamedResponse

  /// Fails the requests in flight, closes all connections, and ends the event loop.
  func shutdown() async
}
