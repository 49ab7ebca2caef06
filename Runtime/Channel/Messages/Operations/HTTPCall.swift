package import Edge

/// A request to another server, which the host sends. Redirects and retries are the worker's: each is a call of its own.
package struct HTTPCall: Sendable {
  /// The request, without its body and without rules for retries.
  package var request: HTTPClient.Request
  /// The body.
  package var body: MessageBody

  /// Describes a call.
  package init(_ request: HTTPClient.Request, body: MessageBody) {
    self.request = request
    self.request.body = nil
    self.request.streamedBody = nil
    self.request.retry = nil
    self.body = body
  }
}
