import CCurl
import HTTPCalls
import Loop

/// A connection that libcurl is making, confined to the event loop until its continuation is resumed.
final class Connecting {
  let id: UInt64
  let easy: EasyHandle
  /// When the connection is closed, if it is not kept.
  let deadline: ContinuousClock.Instant
  private let target: TargetURL
  private let continuation: CheckedContinuation<ByteStream, any Error>

  init(
    _ id: UInt64, _ request: HTTPClient.Request, _ target: TargetURL, until deadline: ContinuousClock.Instant,
    _ continuation: CheckedContinuation<ByteStream, any Error>
  ) throws(HTTPClientError) {
    self.id = id
    self.target = target
    self.deadline = deadline
    self.continuation = continuation
    easy = try EasyHandle()
    try easy.configure(request, at: target)
    try easy.set(CURLOPT_CONNECT_ONLY, 1)
    try easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    // libcurl's minimum: the stream reads the socket itself.
    try easy.set(CURLOPT_BUFFERSIZE, 1024)
    // Behind a proxy, the socket may not lead to the server in the clear.
    if isPlain { try easy.set(CURLOPT_PROXY, "") }
    try unsafe easy.set(CURLOPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether the bytes on the socket are the server's, without TLS.
  var isPlain: Bool { target.scheme == "http" }

  /// The error of a connection that libcurl could not make.
  func error(_ result: CURLcode) -> HTTPClientError {
    HTTPClientError(result, host: target.host, detail: easy.errorDetail)
  }

  func succeed(_ stream: ByteStream) { continuation.resume(returning: stream) }

  func fail(_ error: any Error) { continuation.resume(throwing: error) }
}
