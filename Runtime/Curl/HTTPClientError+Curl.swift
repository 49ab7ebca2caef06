package import CCurl
import HTTPCalls

extension HTTPClientError {
  /// Translates a transfer's result. `detail` is libcurl's text about this transfer.
  package init(_ result: CURLcode, host: String, detail: String) {
    let code = Code(result)
    // The details of other results may quote options, such as a proxy's address with its password.
    let quotable: Set<Code> = [.couldNotConnect, .tls, .timedOut, .connectionClosed, .protocolError]
    let known = unsafe String(cString: curl_easy_strerror(result))
    // A detail with a URL may contain a password too, whatever the result.
    let isQuotable = !detail.isEmpty && quotable.contains(code) && !detail.contains("://")
    let text = isQuotable ? detail : known
    self.init(code, "\(host): \(text)", curlCode: Int32(bitPattern: result.rawValue))
  }
}

extension HTTPClientError.Code {
  fileprivate init(_ result: CURLcode) {
    switch result {
    case CURLE_URL_MALFORMAT: self = .invalidURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .couldNotResolve
    // A proxy that refused: the server got nothing.
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: self = .couldNotConnect
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
      self = .tls
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_FILESIZE_EXCEEDED: self = .responseTooLarge
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR: self = .connectionClosed
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM,
      CURLE_BAD_CONTENT_ENCODING:
      self = .protocolError
    // A folded line before the first field of a head.
    case CURLE_BAD_FUNCTION_ARGUMENT: self = .protocolError
    default: self = .failed
    }
  }
}
