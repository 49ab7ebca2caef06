import HTTPTypes
import NIOCore

/// The result of one transfer, which may be a redirect.
struct Reply: Sendable {
  var status: Int
  var version: HTTPClient.Version
  var headers: HTTPFields
  var body: ByteBuffer
  /// The absolute URL that a 3xx answer with a `Location` leads to.
  var redirectURL: String?

  func response(url: String) -> HTTPClient.Response {
    HTTPClient.Response(
      url: url, status: HTTPResponse.Status(code: status), version: version, headers: headers, body: body)
  }
}
