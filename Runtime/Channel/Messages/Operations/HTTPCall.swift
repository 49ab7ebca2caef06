package import Edge

/// A request to another server, which the host sends. It follows the redirects and retries.
package struct HTTPCall: Sendable {
  /// The request, without its body.
  package var request: HTTPClient.Request
  /// The body.
  package var body: MessageBody
  /// Whether the body may be read only once. Otherwise the host collects it, so that the request can be sent again.
  package var isStreamed: Bool

  /// Describes a call.
  package init(_ request: HTTPClient.Request, body: MessageBody, isStreamed: Bool) {
    self.request = request
    self.request.body = nil
    self.request.streamedBody = nil
    self.body = body
    self.isStreamed = isStreamed
  }
}
