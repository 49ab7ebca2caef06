import CNGHTTP2

@testable import Simulator

/// The client's side of HTTP/2, without I/O: an nghttp2 session that reports frames.
@safe final class TestHTTP2 {
  struct Failed: Error {}

  private let session: OpaquePointer
  private var happenings: [TestConnection.Happening] = []
  private var bodies: [Int32: (bytes: [UInt8], ends: Bool)] = [:]

  init() throws {
    var callbacks: OpaquePointer?
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0 else { throw Failed() }
    defer { unsafe nghttp2_session_callbacks_del(callbacks) }
    unsafe Self.set(callbacks)
    var session: OpaquePointer?
    guard unsafe nghttp2_session_client_new(&session, callbacks, nil) == 0, let session = unsafe session else {
      throw Failed()
    }
    unsafe self.session = session
    unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
    unsafe nghttp2_submit_settings(session, 0, nil, 0)
  }

  deinit { unsafe nghttp2_session_del(session) }

  func take() -> [TestConnection.Happening] {
    defer { happenings = [] }
    return happenings
  }

  func request(_ fields: [HTTP2Field], body: String?, ends: Bool) {
    let next = Int32(bitPattern: unsafe nghttp2_session_get_next_stream_id(session))
    var provider = unsafe nghttp2_data_provider()
    unsafe provider.read_callback = { _, stream, buffer, capacity, flags, _, user in
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
      return unsafe TestHTTP2.of(user)?.read(stream, into: buffer, flags) ?? 0
    }
    let hasBody = body != nil || !ends
    if hasBody { bodies[next] = (Array((body ?? "").utf8), ends) }
    unsafe NameValuePairs.with(fields) { pairs in
      if hasBody {
        _ = unsafe nghttp2_submit_request(session, nil, pairs.baseAddress, pairs.count, &provider, nil)
      } else {
        _ = unsafe nghttp2_submit_request(session, nil, pairs.baseAddress, pairs.count, nil, nil)
      }
    }
  }

  func write(_ body: String, on stream: Int, ends: Bool) {
    let stream = Int32(stream)
    bodies[stream]?.bytes += body.utf8
    bodies[stream]?.ends = ends
    unsafe nghttp2_session_resume_data(session, stream)
  }

  func reset(_ stream: Int) {
    unsafe nghttp2_submit_rst_stream(session, 0, Int32(stream), NGHTTP2_CANCEL.rawValue)
  }

  func receive(_ bytes: [UInt8]) {
    let count = unsafe nghttp2_session_mem_recv(session, bytes, bytes.count)
    if count < 0 { happenings.append(.failed("\(count)")) }
  }

  func output() -> [UInt8] {
    var output: [UInt8] = []
    while true {
      var bytes: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(session, &bytes)
      guard count > 0 else { return output }
      unsafe output += UnsafeBufferPointer(start: bytes, count: count)
    }
  }

  // MARK: Callbacks

  private static func of(_ user: UnsafeMutableRawPointer?) -> TestHTTP2? {
    unsafe user.map { unsafe Unmanaged<TestHTTP2>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func set(_ callbacks: OpaquePointer?) {
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameLength, value, length, _, user in
      let name = unsafe String(decoding: UnsafeBufferPointer(start: name, count: nameLength), as: UTF8.self)
      guard name == ":status", let frame = unsafe frame else { return 0 }
      let value = unsafe String(decoding: UnsafeBufferPointer(start: value, count: length), as: UTF8.self)
      unsafe TestHTTP2.of(user)?.happenings
        .append(.status(Int(value) ?? 0, stream: Int(frame.pointee.hd.stream_id)))
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, user in
      let text = unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      unsafe TestHTTP2.of(user)?.happenings.append(.body(text, stream: Int(stream)))
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
      if let frame = unsafe frame { unsafe TestHTTP2.of(user)?.received(frame) }
      return 0
    }
    // A GOAWAY with an error means that the server violated the protocol.
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, user in
      guard let frame = unsafe frame, unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_GOAWAY.rawValue,
        case let code = unsafe frame.pointee.goaway.error_code, code != NGHTTP2_NO_ERROR.rawValue
      else { return 0 }
      unsafe TestHTTP2.of(user)?.happenings.append(.failed("HTTP/2 error \(code)"))
      return 0
    }
  }

  private func received(_ frame: UnsafePointer<nghttp2_frame>) {
    let header = unsafe frame.pointee.hd
    let stream = Int(header.stream_id)
    switch UInt32(header.type) {
    case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
      if header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 { happenings.append(.end(stream: stream)) }
    case NGHTTP2_RST_STREAM.rawValue:
      let code: Fault.ResetCode? =
        switch unsafe frame.pointee.rst_stream.error_code {
        case NGHTTP2_REFUSED_STREAM.rawValue: .refusedStream
        case NGHTTP2_INTERNAL_ERROR.rawValue: .internalError
        default: nil
        }
      happenings.append(.reset(code, stream: stream))
    case NGHTTP2_GOAWAY.rawValue:
      let goAway = unsafe frame.pointee.goaway
      let data = unsafe UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
      happenings.append(.goAwayData(unsafe String(decoding: data, as: UTF8.self)))
      happenings.append(.event(.goAway(last: Int(unsafe goAway.last_stream_id))))
    case NGHTTP2_SETTINGS.rawValue:
      let settings = unsafe frame.pointee.settings
      for index in 0..<(unsafe settings.niv) {
        let entry = unsafe settings.iv[index]
        guard UInt32(entry.settings_id) == NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue else { continue }
        happenings.append(.event(.maxConcurrentStreams(Int(entry.value))))
      }
    default: break
    }
  }

  private func read(
    _ stream: Int32, into buffer: UnsafeMutableRawBufferPointer, _ flags: UnsafeMutablePointer<UInt32>?
  ) -> Int {
    guard let body = bodies[stream] else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
    let piece = body.bytes.prefix(buffer.count)
    unsafe buffer.copyBytes(from: piece)
    bodies[stream]?.bytes.removeFirst(piece.count)
    if piece.count == body.bytes.count {
      if body.ends {
        unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
      } else if piece.isEmpty {
        return Int(NGHTTP2_ERR_DEFERRED.rawValue)
      }
    }
    return piece.count
  }
}
