package import Edge
package import HTTPTypes

/// Another server's response.
package struct HTTPAnswer: Sendable {
  /// The URL of the response.
  package var url: String
  /// The status.
  package var status: HTTPResponse.Status
  /// The version of HTTP.
  package var version: HTTPClient.Version
  /// The header fields.
  package var headers: HTTPFields
  /// The body.
  package var body: MessageBody

  /// Describes a response.
  package init(
    url: String, status: HTTPResponse.Status, version: HTTPClient.Version, headers: HTTPFields, body: MessageBody
  ) {
    self.url = url
    self.status = status
    self.version = version
    self.headers = headers
    self.body = body
  }
}
