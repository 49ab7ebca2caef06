/// The side of an ``HTTPClient`` that sends its requests: libcurl's event loop, or the channel of a worker to its host.
package protocol HTTPTransport: Sendable {
  /// Sends a request as its author made it: checks it, follows its redirects, and sends it again if its policy says so.
  /// A streamed exchange returns when the response's head is complete; else the body is complete, and within the
  /// request's limit.
  ///
  /// - Throws: ``HTTPClientError``, or `CancellationError` when the task is cancelled; the error of a streamed body's
  ///   source.
  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse

  /// Fails the requests in flight and all later ones with ``HTTPClientError/Code/shutdown``.
  func shutdown() async
}
