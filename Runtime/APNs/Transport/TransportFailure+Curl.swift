internal import CCurl
internal import Curl
import HTTPCalls
import Push

extension TransportFailure {
  /// Converts libcurl's result of a transfer. `detail` is libcurl's message.
  init(_ result: CURLcode, host: String, detail: String) {
    let error = HTTPClientError(result, host: host, detail: detail)
    switch result {
    case CURLE_HTTP2_STREAM: self.init(.request, .streamReset, error)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
      CURLE_PROXY:
      self.init(.connection, .cannotConnect, error)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
      self.init(
        .destination, .notTrusted, error,
        advice: ". Check the host's name, the machine's clock, and APNS_CA_FILE for a test.")
    case CURLE_OPERATION_TIMEDOUT: self.init(.connection, .timedOut, error)
    default: self.init(.connection, .connectionLost, error)
    }
  }

  /// Wraps a failure on this machine before anything was sent.
  init(_ error: HTTPClientError) {
    self.init(.connection, .failed, error)
  }

  /// The failure of a proxy to connect. Its 4xx answers are permanent and stop the destination; others are retried.
  static func proxyRefused(status: Int, host: String) -> TransportFailure {
    TransportFailure(
      scope: (400...499).contains(status) ? .destination : .connection,
      fault: PushFault(
        .proxyRefused,
        "\(host): the proxy answered \(status) to CONNECT. Check the proxy's address, its user and password."))
  }

  static func noHTTP2(host: String) -> TransportFailure {
    TransportFailure(
      scope: .destination,
      fault: PushFault(
        .noHTTP2, "\(host) does not speak HTTP/2. Check the URL, and any proxy that opens TLS on the way."))
  }

  private init(_ scope: Scope, _ code: PushFault.Code, _ error: HTTPClientError, advice: String = "") {
    let number = error.curlCode.map { " (curl \($0))" } ?? ""
    self.init(scope: scope, fault: PushFault(code, "\(error.message)\(number)\(advice)"))
  }
}
