/// The side of an ``HTTPClient`` that sends its requests: libcurl's event loop, or the channel of a worker to its host.
package protocol HTTPTransport: Sendable {
  /// Sends a request, follows its redirects, and sends it again if its policy says so.
  ///
  /// - Parameters:
  ///   - request: A request as its author made it. The transport checks it.
  ///   - isStreamed: Whether to return when the response's head is complete. Else the response's body is complete, and
  ///     within the request's limit.
  /// - Throws: ``HTTPClientError``, or `CancellationError` when the task is cancelled; the error of a streamed body's
  ///   source.
  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse

  /// Fails the requests in flight and all later ones with ``HTTPClientError/Code/shutdown``.
  func shutdown() async
}
