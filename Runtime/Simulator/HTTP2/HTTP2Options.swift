import CNGHTTP2

/// The options of a session: nghttp2 without its defences against misbehaving clients. The simulator counts resets and
/// does not end a connection for them.
@safe struct HTTP2Options: ~Copyable {
  let pointer: OpaquePointer

  init?() {
    var made: OpaquePointer?
    guard unsafe nghttp2_option_new(&made) == 0, let pointer = unsafe made else { return nil }
    unsafe self.pointer = pointer
    unsafe nghttp2_option_set_stream_reset_rate_limit(pointer, .max, .max)
    // More frames than fit into one read.
    unsafe nghttp2_option_set_max_outbound_ack(pointer, 100_000)
    // A stream's window is never widened, because its initial size is larger than any valid request.
    unsafe nghttp2_option_set_no_auto_window_update(pointer, 1)
    unsafe nghttp2_option_set_no_closed_streams(pointer, 1)
  }

  deinit { unsafe nghttp2_option_del(pointer) }
}
