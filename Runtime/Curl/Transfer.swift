import CCurl
import HTTPCalls
import HTTPTypes
import NIOCore

/// One request in flight, confined to the event loop from its start to its end.
final class Transfer {
  let id: UInt64
  let easy: EasyHandle
  let request: HTTPClient.Request
  let connection: TransferConnection
  private let target: TargetURL
  private let pipe: ResponsePipe?
  /// `nil` after the response, or its head, was returned.
  private var continuation: CheckedContinuation<HTTPClient.StreamedResponse, any Error>?
  private var head = ResponseHead()
  private var body = ByteBuffer()
  /// The error for which this side ended the transfer, if it did.
  private var refusal: (any Error)?
  /// Whether all addresses were refused that libcurl was about to connect to; `nil` before the first one.
  private var areAddressesRefused: Bool?
  private var isReceivingPaused = false
  private var isSendingPaused = false
  /// The limit on the time without progress of a streamed transfer.
  private var patience: ProgressLimit
  /// The end of a collected transfer. libcurl 7.88 does not apply its own time limit while a transfer waits for a
  /// connection. This one comes later, since libcurl's error says more.
  private let deadline: ContinuousClock.Instant
  /// The body that is sent from a source, until the server wants no more of it.
  private var upload: Upload?
  /// The number of bytes that were sent before the first attempt: the CONNECT to a proxy. `nil` before the first
  /// attempt.
  private var sizeBefore: Int?
  /// Set when libcurl stopped reading while the body waited for its source: whether the response was complete.
  private var endedEarly: Bool?
  /// The socket that libcurl stopped watching while receiving was paused, until it watches one again.
  private var pausedSocket: Int32?
  /// The transfers that are to go on after the current call of libcurl.
  private let postponed: PostponedTransfers

  /// - Parameter deliver: called with each chunk of a streamed body, on any thread.
  init(
    _ submission: Transfer.Submission, postponed: PostponedTransfers, kept: KeptConnections,
    deliver: @escaping @Sendable (Result<ByteBuffer?, any Error>) -> Void
  ) throws(HTTPClientError) {
    id = submission.id
    request = submission.request
    target = submission.target
    pipe = submission.pipe
    continuation = submission.continuation
    let now = ContinuousClock.now
    patience = ProgressLimit(request.timeout, since: now)
    deadline = now.advanced(by: min(request.timeout, ProgressLimit.longest) + .milliseconds(100))
    upload = request.streamedBody.map { Upload(length: $0.length, next: $0.next, deliver: deliver) }
    self.postponed = postponed
    connection = TransferConnection(kept)
    easy = try EasyHandle()
    try easy.configure(request, at: target, isStreamed: pipe != nil)
    try setCallbacks()
  }

  var host: String { target.host }

  /// Whether the body goes to a reader while it arrives.
  var isStreamed: Bool { pipe != nil }

  var hasReturned: Bool { continuation == nil }

  /// When the transfer has taken too long; nil while this side holds it back.
  var due: ContinuousClock.Instant? { isStreamed ? patience.due : deadline }

  // MARK: The end

  /// Returns the result. The easy handle must have been removed from its multi handle.
  func finish(_ result: CURLcode) {
    if let error = error(of: result) { return fail(error) }
    guard continuation != nil else {
      pipe?.finish(nil)
      return
    }
    do throws(HTTPClientError) {
      continuation?.resume(returning: try response(body: HTTPClient.ResponseBody(body)))
      continuation = nil
    } catch {
      fail(error)
    }
  }

  func fail(_ error: any Error) {
    if let continuation {
      continuation.resume(throwing: error)
      self.continuation = nil
    } else {
      pipe?.finish(error)
    }
  }

  private func error(of result: CURLcode) -> (any Error)? {
    if let refusal { return refusal }
    if endedEarly == true, result == CURLE_ABORTED_BY_CALLBACK { return nil }
    if endedEarly == false, result != CURLE_OK { return HTTPClientError(CURLE_RECV_ERROR, host: host, detail: "") }
    // libcurl would send the request again, but a streamed body has only one beginning.
    if result == CURLE_SEND_FAIL_REWIND { return connectionLost }
    // With an allowed address among them, the reason is that no server answers there.
    if result == CURLE_COULDNT_CONNECT, areAddressesRefused == true { return addressRefused }
    if result == CURLE_FILESIZE_EXCEEDED { return bodyTooLarge }
    // What libcurl 7.88 answers to a line of the head that is longer than its own limit of 100 KiB.
    if result == CURLE_OUT_OF_MEMORY, !head.isComplete { return headTooLarge }
    guard result == CURLE_OK else { return HTTPClientError(result, host: host, detail: easy.errorDetail) }
    guard head.isComplete else {
      return HTTPClientError(.connectionClosed, "\(host): the connection ended in the middle of the headers")
    }
    return nil
  }

  private func response(body: HTTPClient.ResponseBody) throws(HTTPClientError) -> HTTPClient.StreamedResponse {
    let status = easy.long(CURLINFO_RESPONSE_CODE)
    guard (200...999).contains(status) else {
      throw HTTPClientError(.protocolError, "\(host): a final response with status \(status)")
    }
    return HTTPClient.StreamedResponse(
      url: target.text, status: HTTPResponse.Status(code: status, reasonPhrase: head.reasonPhrase),
      version: easy.version, headers: head.fields, body: body)
  }

  // MARK: The response

  /// Takes a line of the head. A result other than the number of bytes makes libcurl end the transfer.
  func receive(line: UnsafeRawBufferPointer) -> Int {
    guard unsafe head.receive(line) else {
      refusal = headTooLarge
      return 0
    }
    return !head.isComplete || endHead() ? line.count : 0
  }

  /// Ends the head of the response, or of an interim one; `false` if the transfer is to end.
  private func endHead() -> Bool {
    let status = easy.long(CURLINFO_RESPONSE_CODE)
    // libcurl passes the bytes after a 101 on as a body. They have no reader, since there is no final response.
    guard status != 101 else {
      refusal = unwantedSwitch
      return false
    }
    guard status >= 200 else { return true }
    guard !head.isMalformed else {
      refusal = malformedHead
      return false
    }
    guard head.hasOneFraming else {
      refusal = ambiguousLength
      return false
    }
    if status >= 300 { stopSending() }
    guard let pipe, let continuation else { return true }
    do throws(HTTPClientError) {
      continuation.resume(returning: try response(body: HTTPClient.ResponseBody(pipe)))
      self.continuation = nil
      patience.change(to: request.idleTimeout, at: .now)
      // The loop has to know the new limit, which may end sooner than the old one.
      postponed.ids.append(id)
    } catch {
      refusal = error
      return false
    }
    return true
  }

  /// Takes a part of the body. The result is a write callback's.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let pipe else {
      guard bytes.count <= request.maximumResponseSize - body.readableBytes else {
        refusal = bodyTooLarge
        return 0
      }
      do {
        try request.admitting?(bytes.count)
      } catch {
        refusal = error
        return 0
      }
      unsafe body.writeBytes(bytes)
      return bytes.count
    }
    switch unsafe pipe.offer(ByteBuffer(bytes: bytes)) {
    case .taken, .handOver:
      patience.progress(at: .now)
      return bytes.count
    case .full:
      isReceivingPaused = true
      noteSuspension()
      return Int(CURL_WRITEFUNC_PAUSE)
    case .unwanted: return 0
    }
  }

  /// Goes on after the reader has emptied the pipe.
  func resumeReceiving() -> CURLcode {
    guard isReceivingPaused else { return CURLE_OK }
    isReceivingPaused = false
    let result = unpause()
    // libcurl watches the socket again unless the response has ended, or the pipe is full again.
    if result == CURLE_OK, let pausedSocket { readingStopped(on: pausedSocket) }
    return result
  }

  private func unpause() -> CURLcode {
    noteSuspension()
    return easy.pause(receiving: isReceivingPaused, sending: isSendingPaused)
  }

  private func noteSuspension() {
    patience.suspend(isReceivingPaused || (isSendingPaused && upload != nil), at: .now)
  }

  // MARK: The request

  /// Whether libcurl may connect to an address. It may try several, one after the other or at the same time.
  func mayConnect(to address: IPAddress?) -> Bool {
    let isAllowed = request.allows(address, for: target)
    areAddressesRefused = !isAllowed && areAddressesRefused != false
    return isAllowed
  }

  /// Whether the request may be sent on a connection to an address. A kept connection may be another request's, with
  /// other rules.
  func mayUse(connectionTo address: IPAddress?) -> Bool {
    guard !request.allows(address, for: target) else { return true }
    refusal = addressRefused
    return false
  }

  /// Whether the request may be sent now. libcurl asks before each attempt, and sends again by itself on a new
  /// connection when a kept one ended without a byte of the response.
  func maySend() -> Bool {
    let size = easy.long(CURLINFO_REQUEST_SIZE)
    defer { sizeBefore = sizeBefore ?? size }
    let isSafe = request.method == .get || request.method == .head
    if sizeBefore == nil || sizeBefore == size || (isSafe && request.streamedBody == nil) { return true }
    refusal = connectionLost
    return false
  }

  /// Copies bytes of the body for libcurl. The result is a read callback's.
  func send(into room: UnsafeMutableRawBufferPointer) -> Int {
    patience.progress(at: .now)
    if endedEarly != nil { return Int(CURL_READFUNC_ABORT) }
    if case .copied(let count)? = unsafe upload?.read(into: room) { return count }
    isSendingPaused = true
    noteSuspension()
    return Int(CURL_READFUNC_PAUSE)
  }

  /// Takes the next chunk of the body from its source, or its end, and goes on.
  func supply(_ chunk: ByteBuffer?) throws(HTTPClientError) -> CURLcode {
    do throws(HTTPClientError) {
      guard try upload?.supply(chunk) == true else { return CURLE_OK }
    } catch {
      throw HTTPClientError(error.code, "\(host): \(error.message)")
    }
    return resumeSending()
  }

  private func resumeSending() -> CURLcode {
    guard isSendingPaused else { return CURLE_OK }
    isSendingPaused = false
    return unpause()
  }

  /// Whether the source's error, or its bytes, still matter.
  var wantsBody: Bool { upload != nil }

  /// Sends no more of the body, after a response that refuses it.
  private func stopSending() {
    upload = nil
    // libcurl has stopped too, but a transfer whose body is paused never ends (curl#11769).
    if isSendingPaused { postponed.ids.append(id) }
  }

  /// Notes that libcurl watches the socket.
  func readingStarted() { pausedSocket = nil }

  /// Notes that libcurl has stopped reading from the socket, because the response or the connection has ended, or
  /// because receiving is paused. In the first two cases a body that waits for its source would keep the transfer open
  /// for nothing, so sending ends.
  func readingStopped(on socket: Int32) {
    if isReceivingPaused { pausedSocket = socket }
    guard isSendingPaused, !isReceivingPaused, endedEarly == nil else { return }
    let isOpen = SocketInput(on: socket) == .nothing
    let length = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    let isWhole = length != nil && length == easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
    endedEarly = head.isComplete && easy.long(CURLINFO_RESPONSE_CODE) >= 200 && (isOpen || isWhole)
    stopSending()
  }

  /// Goes on with what waited for the end of a call of libcurl.
  func resumePostponed() -> CURLcode { upload == nil ? resumeSending() : CURLE_OK }
}
