import CNGHTTP2

/// The server's side of one HTTP/2 connection, without I/O: an nghttp2 session that turns received bytes into events,
/// and answers into bytes.
///
/// nghttp2 refuses a stream as soon as a lower MAX_CONCURRENT_STREAMS has been submitted, even if the client cannot
/// have read it. Therefore nghttp2 gets empty SETTINGS frames, and ``output()`` replaces them by the real ones.
@safe final class HTTP2Session {
  private static let maximumHeaderList = 16_384
  /// The connection's flow control window (RFC 9113, section 6.9): wide enough that it never delays a sender.
  private static let window: Int32 = 1 << 30

  private let session: OpaquePointer
  private var events: [HTTP2Event] = []
  private var fields: [HTTP2Field] = []
  private var fieldBytes = 0
  private var limit = StreamLimit()
  /// SETTINGS frames in place of the empty ones that nghttp2 has queued.
  private var settings: [[UInt8]] = []
  private var outgoing: [UInt8] = []
  /// The bodies of answers that are not completely sent, with the number of sent bytes.
  private var bodies: [Int32: (bytes: [UInt8], sent: Int)] = [:]
  /// Whether the client violated the protocol. Further input is ignored, and ``output()`` returns the GOAWAY.
  private(set) var hasFailed = false
  /// Whether nghttp2's session failed with an error for which it sends no GOAWAY.
  private var isBroken = false

  /// Creates a session whose first output is SETTINGS; nil if there is no memory.
  init?(maximumStreams: Int) {
    var session: OpaquePointer?
    guard let callbacks = HTTP2Callbacks(), let options = HTTP2Options(),
      unsafe nghttp2_session_server_new2(&session, callbacks.pointer, nil, options.pointer) == 0,
      let session = unsafe session
    else { return nil }
    unsafe self.session = session
    // Not retained: this object owns nghttp2's session, which calls back only within this object's methods.
    unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
    announce(maximumStreams: maximumStreams, maximumHeaderList: Self.maximumHeaderList)
    unsafe nghttp2_session_set_local_window_size(session, 0, 0, Self.window)
  }

  deinit { unsafe nghttp2_session_del(session) }

  // MARK: Input

  func receive(_ bytes: UnsafeRawBufferPointer) -> [HTTP2Event] {
    guard !hasFailed else { return [] }
    let count = unsafe nghttp2_session_mem_recv(session, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    if count < 0 { (hasFailed, isBroken) = (true, true) }
    defer { events = [] }
    return events
  }

  // MARK: Output

  /// Sends the client a new MAX_CONCURRENT_STREAMS.
  func limitStreams(to streams: Int) { announce(maximumStreams: streams, maximumHeaderList: nil) }

  func respond(_ fields: [HTTP2Field], body: String?, on stream: Int32) {
    var provider = unsafe HTTP2Callbacks.bodyProvider
    if let body { bodies[stream] = (Array(body.utf8), 0) }
    let result = unsafe NameValuePairs.with(fields) { pairs in
      body == nil
        ? unsafe nghttp2_submit_response(session, stream, pairs.baseAddress, pairs.count, nil)
        : unsafe nghttp2_submit_response(session, stream, pairs.baseAddress, pairs.count, &provider)
    }
    // The client may have reset the stream.
    if result != 0 { bodies[stream] = nil }
  }

  /// Ends a stream with RST_STREAM. Frames that are queued for it are dropped.
  ///
  /// - Parameter code: the error; nil for no error.
  func reset(_ stream: Int32, _ code: Fault.ResetCode?) {
    let code: nghttp2_error_code =
      switch code {
      case .refusedStream: NGHTTP2_REFUSED_STREAM
      case .internalError: NGHTTP2_INTERNAL_ERROR
      case nil: NGHTTP2_NO_ERROR
      }
    _ = unsafe nghttp2_submit_rst_stream(session, 0, stream, code.rawValue)
  }

  /// Sends GOAWAY without an error: streams after `last` are closed, and later ones ignored.
  ///
  /// - Parameter debugData: the reason in the frame, for the client's log.
  func goAway(last: Int32, debugData: String) {
    let data = Array(debugData.utf8)
    _ = unsafe nghttp2_submit_goaway(session, 0, last, NGHTTP2_NO_ERROR.rawValue, data, data.count)
  }

  /// Whether the body of an answer waits for the client's flow control window.
  var hasUnsentAnswers: Bool { !bodies.isEmpty }

  func output() -> [UInt8] {
    while !isBroken {
      var bytes: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(session, &bytes)
      if count < 0 { (hasFailed, isBroken) = (true, true) }
      guard count > 0 else { break }
      unsafe outgoing.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    }
    defer { outgoing = [] }
    return outgoing
  }

  private func announce(maximumStreams: Int, maximumHeaderList: Int?) {
    var values = [(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, maximumStreams)]
    if let maximumHeaderList { values.append((NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, maximumHeaderList)) }
    // Length of the payload, type 4, no flags, stream 0 (RFC 9113, section 6.5).
    var frame: [UInt8] = [0, 0, UInt8(values.count * 6), 4, 0, 0, 0, 0, 0]
    for (id, value) in values {
      frame += [0, UInt8(id.rawValue)]
      frame += (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) }
    }
    settings.append(frame)
    limit.announce(maximumStreams)
    _ = unsafe nghttp2_submit_settings(session, 0, nil, 0)
  }

  // MARK: Callbacks of nghttp2, within `receive` and `output`

  static func of(_ user: UnsafeMutableRawPointer?) -> HTTP2Session? {
    unsafe user.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Handles the start of a header block; `NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE` skips it.
  func headersBegan(_ header: nghttp2_frame_hd, isRequest: Bool) -> CInt {
    (fields, fieldBytes) = ([], 0)
    guard isRequest, !limit.streamOpened() else { return 0 }
    // Only this stream ends, and the client may send its request again (RFC 9113, section 5.1.2).
    reset(header.stream_id, .refusedStream)
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
  }

  func fieldReceived(_ field: HTTP2Field) -> CInt {
    fieldBytes += field.size
    guard fieldBytes <= Self.maximumHeaderList else {
      fail(NGHTTP2_ENHANCE_YOUR_CALM)
      return 0
    }
    fields.append(field)
    return 0
  }

  func frameReceived(_ header: nghttp2_frame_hd, isRequest: Bool) {
    guard !hasFailed else { return }
    let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
    switch UInt32(header.type) {
    case NGHTTP2_HEADERS.rawValue:
      // A second header block on a stream is trailers, which are ignored.
      if isRequest { events.append(.request(fields, stream: header.stream_id)) }
      fields = []
      if ends { events.append(.end(stream: header.stream_id)) }
    case NGHTTP2_DATA.rawValue: if ends { events.append(.end(stream: header.stream_id)) }
    case NGHTTP2_RST_STREAM.rawValue: events.append(.reset(stream: header.stream_id))
    case NGHTTP2_SETTINGS.rawValue:
      if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 { limit.acknowledge() }
    default: break
    }
  }

  func dataReceived(_ bytes: UnsafeBufferPointer<UInt8>, on stream: Int32) {
    if !hasFailed { events.append(.data(unsafe Array(bytes), stream: stream)) }
    _ = unsafe nghttp2_session_consume_connection(session, bytes.count)
  }

  func streamClosed(_ stream: Int32) {
    limit.streamClosed()
    bodies[stream] = nil
  }

  /// Handles a frame before it is sent; `NGHTTP2_ERR_CANCEL` drops it.
  func willSendFrame(_ header: nghttp2_frame_hd) -> CInt {
    switch UInt32(header.type) {
    case NGHTTP2_SETTINGS.rawValue where header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 && !settings.isEmpty:
      outgoing += settings.removeFirst()
      return NGHTTP2_ERR_CANCEL.rawValue
    default: return 0
    }
  }

  /// Handles a GOAWAY that was sent.
  func goAwaySent(code: UInt32) { if code != NGHTTP2_NO_ERROR.rawValue { hasFailed = true } }

  /// Copies the next piece of an answer's body.
  func readBody(
    of stream: Int32, into buffer: UnsafeMutableRawBufferPointer, _ flags: UnsafeMutablePointer<UInt32>?
  ) -> Int {
    guard let body = bodies[stream] else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
    let piece = body.bytes[body.sent...].prefix(buffer.count)
    unsafe buffer.copyBytes(from: piece)
    if body.sent + piece.count == body.bytes.count {
      unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
      bodies[stream] = nil
    } else {
      bodies[stream]?.sent += piece.count
    }
    return piece.count
  }

  private func fail(_ code: nghttp2_error_code) {
    hasFailed = true
    _ = unsafe nghttp2_session_terminate_session(session, code.rawValue)
  }
}
