import HTTPTypes
import NIOCore

/// What one transfer brought, before redirects are considered.
struct Reply: Sendable {
  var status: Int
  var version: HTTPClient.Version
  var headers: HTTPFields
  var body: ByteBuffer
  /// Where a 3xx answer with a `Location` leads, as an absolute URL.
  var redirectURL: String?

  func response(url: String) -> HTTPClient.Response {
    HTTPClient.Response(
      url: url, status: HTTPResponse.Status(code: status), version: version, headers: headers, body: body)
  }
}
