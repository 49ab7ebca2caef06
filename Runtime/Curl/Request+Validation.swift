import HTTPCalls
import HTTPTypes
import NIOCore

extension HTTPClient.Request {
  /// The longest timeout: libcurl keeps milliseconds in 31 bits.
  static let longestTimeout = ProgressLimit.longest

  /// Fields that could contradict the framing of the message by libcurl (RFC 9112 section 11.2), or the host.
  private static let ownFields: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Throws for a request that libcurl would refuse, or would send as another one.
  func validate(for target: TargetURL) throws(HTTPClientError) {
    if method == .connect { throw refusal("the method CONNECT is not supported", target) }
    if method == .head, body != nil { throw refusal("a HEAD request has no body", target) }
    if let streamedBody {
      if body != nil { throw refusal("a request has a body and a streamed body", target) }
      if method == .head { throw refusal("a HEAD request has no body", target) }
      if let length = streamedBody.length, length < 0 { throw refusal("the body's length is negative", target) }
      if followsRedirects { throw refusal("a streamed body cannot follow redirects", target) }
    }
    if maximumResponseSize < 0 { throw refusal("the maximum response size is negative", target) }
    for path in [unixSocketPath, caFile] {
      guard let path else { continue }
      if path.isEmpty || path.utf8.contains(0) { throw refusal("a file path is empty or has a NUL", target) }
    }
    for field in headers {
      if field.name.rawName.hasPrefix(":") || Self.ownFields.contains(field.name.canonicalName), !isOwnLength(field) {
        throw refusal("the client sets \(field.name) itself", target)
      }
      let isClean = unsafe field.withUnsafeBytesOfValue { bytes in
        unsafe bytes.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }
      }
      if !isClean { throw refusal("the value of header \(field.name) has control characters", target) }
    }
  }

  /// Whether a field of a request that is passed on is the true length of its body: then it keeps its place among the
  /// fields.
  private func isOwnLength(_ field: HTTPField) -> Bool {
    guard !addsDefaultFields, field.name == .contentLength else { return false }
    let length = if let streamedBody { streamedBody.length } else { body?.readableBytes ?? 0 }
    return length.map { field.value == String($0) } ?? false
  }

  private func refusal(_ reason: String, _ target: TargetURL) -> HTTPClientError {
    HTTPClientError(.invalidRequest, "\(target.host): \(reason)")
  }
}
