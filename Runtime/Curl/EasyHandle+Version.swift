import CCurl
import HTTPCalls

extension EasyHandle {
  /// The version of HTTP that the server answered with.
  var version: HTTPClient.Version {
    switch long(CURLINFO_HTTP_VERSION) {
    case CURL_HTTP_VERSION_1_0: .http1_0
    case CURL_HTTP_VERSION_2_0: .http2
    default: .http1_1
    }
  }
}
