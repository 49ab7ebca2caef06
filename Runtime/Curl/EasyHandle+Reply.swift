import CCurl
import HTTPTypes
import NIOCore

extension EasyHandle {
  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  /// Returns the reply of a transfer that has ended.
  func reply(headers: HTTPFields, body: ByteBuffer, host: String) throws(HTTPClientError) -> Reply {
    let status = long(CURLINFO_RESPONSE_CODE)
    guard (200...999).contains(status) else {
      throw HTTPClientError(.protocolError, "\(host): a final response with status \(status)")
    }
    return Reply(
      status: status, version: version, headers: headers, body: body,
      redirectURL: Self.redirects.contains(status) ? string(CURLINFO_REDIRECT_URL) : nil)
  }

  private var version: HTTPClient.Version {
    switch long(CURLINFO_HTTP_VERSION) {
    case CURL_HTTP_VERSION_1_0: .http1_0
    case CURL_HTTP_VERSION_2_0: .http2
    default: .http1_1
    }
  }
}
