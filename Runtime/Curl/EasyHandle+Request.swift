import CCurl
import HTTPCalls
import HTTPTypes
import NIOCore

extension EasyHandle {
  /// Sets the options of a request, and those that all requests have in common.
  ///
  /// A streamed transfer has limits of its own on time, and none on the body.
  func configure(
    _ request: HTTPClient.Request, at target: TargetURL, isStreamed: Bool = false
  ) throws(HTTPClientError) {
    try set(CURLOPT_URL, target.text)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    // libcurl 7.88 spins while an HTTP/2 server takes no more of an upload (curl#10618).
    try set(CURLOPT_HTTP_VERSION, request.streamedBody == nil ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    try set(CURLOPT_NOSIGNAL, 1)
    // Without this a transfer that ends while its name is being resolved blocks the loop until the resolver has
    // answered (measured). With it the resolver's thread frees its memory itself when it is done.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if !isStreamed { try set(CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeout)) }
    try set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(min(request.connectTimeout, request.timeout)))
    // The body that the answer to a HEAD declares does not follow. Zero is no limit to libcurl: then the transfer
    // counts the bytes.
    if request.method != .head, !isStreamed {
      try set(CURLOPT_MAXFILESIZE_LARGE, offset: request.maximumResponseSize)
    }
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    if let caFile = request.caFile {
      try set(CURLOPT_CAINFO, caFile)
      try set(CURLOPT_CAPATH, String?.none)
    }
    if let path = request.unixSocketPath { try set(CURLOPT_UNIX_SOCKET_PATH, path) }
    switch request.route(to: target) {
    case .direct: try set(CURLOPT_PROXY, "")
    case .proxy(let proxy):
      try set(CURLOPT_PROXY, proxy)
      // libcurl would go straight to a server of NO_PROXY, whose address is then not checked.
      try set(CURLOPT_NOPROXY, "")
    case .environment: break
    }
    // The empty text is for all that libcurl can decompress.
    if request.decompresses { try set(CURLOPT_ACCEPT_ENCODING, "") }
    try setMethod(of: request)
    try setFields(Self.fieldLines(of: request))
  }

  private func setMethod(of request: HTTPClient.Request) throws(HTTPClientError) {
    if let body = request.body {
      let result: Result<Void, HTTPClientError> = unsafe body.withUnsafeReadableBytes { bytes in
        Result { () throws(HTTPClientError) in
          try unsafe setBody(bytes)
        }
      }
      try result.get()
    }
    if let streamedBody = request.streamedBody {
      try set(CURLOPT_UPLOAD, 1)
      try set(CURLOPT_INFILESIZE_LARGE, offset: streamedBody.length ?? -1)
    }
    switch request.method {
    case .head:
      try set(CURLOPT_NOBODY, 1)
    case .post, .put, .patch:
      // Without a body these methods announce an empty one (RFC 9110 section 8.6).
      if request.body == nil, request.streamedBody == nil { try set(CURLOPT_COPYPOSTFIELDS, "") }
      try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    default:
      try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  /// The field lines in libcurl's syntax: `Name: value`, `Name;` for an empty value, `Name:` to omit a field that
  /// libcurl adds.
  private static func fieldLines(of request: HTTPClient.Request) -> [[UInt8]] {
    let lines = request.headers.map { field in
      var line = Array(field.name.rawName.utf8)
      unsafe field.withUnsafeBytesOfValue { value in
        line += value.isEmpty ? ";".utf8 : ": ".utf8
        unsafe line.append(contentsOf: value)
      }
      return line
    }
    var added = ["Expect:"]
    if request.headers[.contentType] == nil { added.append("Content-Type:") }
    if request.addsDefaultFields {
      if request.headers[.userAgent] == nil { added.append("User-Agent: swiftlet") }
    } else if request.headers[.accept] == nil {
      added.append("Accept:")
    }
    return lines + added.map { Array($0.utf8) }
  }

  /// The duration in milliseconds, rounded up and at least 1: zero is no limit to libcurl.
  package static func milliseconds(_ duration: Duration) -> Int {
    let parts = max(.milliseconds(1), min(duration, HTTPClient.Request.longestTimeout)).components
    let (whole, rest) = parts.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    return Int(parts.seconds) * 1000 + Int(whole) + (rest > 0 ? 1 : 0)
  }
}
