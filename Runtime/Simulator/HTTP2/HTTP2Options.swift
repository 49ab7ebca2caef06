import CNGHTTP2

/// A session's options: nghttp2 without its defences against odd clients. A client's resets are counted here, never
/// punished.
@safe struct HTTP2Options: ~Copyable {
  let pointer: OpaquePointer

  init?() {
    var made: OpaquePointer?
    guard unsafe nghttp2_option_new(&made) == 0, let pointer = unsafe made else { return nil }
    unsafe self.pointer = pointer
    unsafe nghttp2_option_set_stream_reset_rate_limit(pointer, .max, .max)
    // More than fit into the bytes of one read.
    unsafe nghttp2_option_set_max_outbound_ack(pointer, 100_000)
    // A stream's window is never widened: its first one is larger than any valid request.
    unsafe nghttp2_option_set_no_auto_window_update(pointer, 1)
    unsafe nghttp2_option_set_no_closed_streams(pointer, 1)
  }

  deinit { unsafe nghttp2_option_del(pointer) }
}
