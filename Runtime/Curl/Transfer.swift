import CCurl
import NIOCore

/// One request in flight, confined to the event loop from its start until its continuation is resumed.
final class Transfer {
  /// A request on its way to the event loop.
  struct Submission: Sendable {
    var id: UInt64
    var request: HTTPClient.Request
    var target: TargetURL
    var continuation: CheckedContinuation<Reply, any Error>
  }

  let id: UInt64
  let easy: EasyHandle
  private let host: String
  private let maximumSize: Int
  private let continuation: CheckedContinuation<Reply, any Error>
  private var head = ResponseHead()
  private var body = ByteBuffer()
  /// The error for which this side ended the transfer, if it did.
  private var refusal: HTTPClientError?

  init(_ submission: Submission) throws(HTTPClientError) {
    id = submission.id
    host = submission.target.host
    maximumSize = submission.request.maximumResponseSize
    continuation = submission.continuation
    easy = try EasyHandle()
    try easy.configure(submission.request, at: submission.target)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try unsafe easy.set(CURLOPT_PRIVATE, context)
    try unsafe easy.set(CURLOPT_HEADERDATA, context)
    try unsafe easy.set(CURLOPT_WRITEDATA, context)
    try unsafe easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return unsafe transfer.receive(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    try unsafe easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return unsafe transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  /// Resumes the continuation with the result. The easy handle must have been removed from its multi handle.
  func finish(_ result: CURLcode) {
    do throws(HTTPClientError) {
      continuation.resume(returning: try reply(result))
    } catch {
      fail(error)
    }
  }

  func fail(_ error: any Error) {
    continuation.resume(throwing: error)
  }

  private func reply(_ result: CURLcode) throws(HTTPClientError) -> Reply {
    if let refusal { throw refusal }
    if result == CURLE_FILESIZE_EXCEEDED { throw bodyTooLarge }
    guard result == CURLE_OK else { throw HTTPClientError(result, host: host, detail: easy.errorDetail) }
    guard head.isComplete else {
      throw HTTPClientError(.connectionClosed, "\(host): the connection ended in the middle of the headers")
    }
    return try easy.reply(headers: head.fields, body: body, host: host)
  }

  /// Takes a line of the head. A result other than the number of bytes makes libcurl end the transfer.
  private func receive(line: UnsafeRawBufferPointer) -> Int {
    if unsafe head.receive(line) { return line.count }
    refusal = HTTPClientError(
      .responseTooLarge, "\(host): the response has more than \(ResponseHead.maximumSize) bytes of headers")
    return 0
  }

  /// Takes a part of the body. A result other than the number of bytes makes libcurl end the transfer.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count <= maximumSize - body.readableBytes else {
      refusal = bodyTooLarge
      return 0
    }
    unsafe body.writeBytes(bytes)
    return bytes.count
  }

  private var bodyTooLarge: HTTPClientError {
    HTTPClientError(.responseTooLarge, "\(host): the response has more than \(maximumSize) bytes")
  }
}
