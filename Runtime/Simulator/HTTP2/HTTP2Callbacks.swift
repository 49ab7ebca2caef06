import CNGHTTP2

/// The callbacks of nghttp2. Each finds its ``HTTP2Session`` by the user data and calls a method of it.
@safe struct HTTP2Callbacks: ~Copyable {
  let pointer: OpaquePointer

  init?() {
    var made: OpaquePointer?
    guard unsafe nghttp2_session_callbacks_new(&made) == 0, let pointer = unsafe made else { return nil }
    unsafe self.pointer = pointer
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(pointer) { _, frame, user in
      guard let frame = unsafe frame, let session = unsafe HTTP2Session.of(user) else { return 0 }
      return session.headersBegan(unsafe frame.pointee.hd, isRequest: unsafe HTTP2Callbacks.isRequest(frame))
    }
    unsafe nghttp2_session_callbacks_set_on_header_callback(pointer) {
      _, _, name, nameLength, value, valueLength, _, user in
      let name = unsafe UnsafeBufferPointer(start: name, count: nameLength)
      let value = unsafe UnsafeBufferPointer(start: value, count: valueLength)
      let field = HTTP2Field(
        unsafe String(decoding: name, as: UTF8.self), unsafe String(decoding: value, as: UTF8.self))
      return unsafe HTTP2Session.of(user)?.fieldReceived(field) ?? 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(pointer) { _, frame, user in
      guard let frame = unsafe frame, let session = unsafe HTTP2Session.of(user) else { return 0 }
      session.frameReceived(unsafe frame.pointee.hd, isRequest: unsafe HTTP2Callbacks.isRequest(frame))
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(pointer) { _, _, stream, bytes, count, user in
      unsafe HTTP2Session.of(user)?.dataReceived(UnsafeBufferPointer(start: bytes, count: count), on: stream)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(pointer) { _, stream, _, user in
      unsafe HTTP2Session.of(user)?.streamClosed(stream)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_before_frame_send_callback(pointer) { _, frame, user in
      guard let frame = unsafe frame else { return 0 }
      return unsafe HTTP2Session.of(user)?.willSendFrame(frame.pointee.hd) ?? 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(pointer) { _, frame, user in
      guard let frame = unsafe frame, unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_GOAWAY.rawValue else { return 0 }
      unsafe HTTP2Session.of(user)?.goAwaySent(code: frame.pointee.goaway.error_code)
      return 0
    }
  }

  deinit { unsafe nghttp2_session_callbacks_del(pointer) }

  /// The data provider for the bodies of answers.
  static var bodyProvider: nghttp2_data_provider {
    unsafe nghttp2_data_provider(source: nghttp2_data_source()) { _, stream, buffer, capacity, flags, _, user in
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
      return unsafe HTTP2Session.of(user)?.readBody(of: stream, into: buffer, flags)
        ?? Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
    }
  }

  private static func isRequest(_ frame: UnsafePointer<nghttp2_frame>) -> Bool {
    unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue
      && frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
  }
}
