package import CCurl

/// One `CURLM *` with its connections, used by the loop's thread alone and freed here.
@safe package final class MultiHandle {
  /// Watches a socket as libcurl asks (`CURL_POLL_…`); `false` when it cannot.
  package typealias Watch = (_ socket: Int32, _ interest: Int32) -> Bool

  private let pointer: UnsafeMutableRawPointer
  private let watch: Watch

  /// When libcurl wants ``expire(_:)`` called; `nil` for never.
  package private(set) var deadline: ContinuousClock.Instant?

  package init(watch: @escaping Watch) throws(HTTPClientError) {
    guard let pointer = unsafe curl_multi_init() else { throw HTTPClientError(.failed, "out of memory") }
    unsafe self.pointer = pointer
    self.watch = watch
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe ccurl_multi_setopt_pointer(pointer, CURLMOPT_SOCKETDATA, context)
    unsafe ccurl_multi_setopt_pointer(pointer, CURLMOPT_TIMERDATA, context)
    unsafe ccurl_multi_setopt_socket_function(pointer) { _, socket, interest, context, _ in
      guard let context = unsafe context else { return -1 }
      let multi = unsafe Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
      return multi.watch(socket, interest) ? 0 : -1
    }
    unsafe ccurl_multi_setopt_timer_function(pointer) { _, milliseconds, context in
      guard let context = unsafe context else { return -1 }
      let multi = unsafe Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
      multi.deadline = milliseconds < 0 ? nil : .now.advanced(by: .milliseconds(milliseconds))
      return 0
    }
  }

  deinit {
    // Closing connections would call back into an object that is going away.
    unsafe ccurl_multi_setopt_socket_function(pointer, nil)
    unsafe ccurl_multi_setopt_timer_function(pointer, nil)
    unsafe curl_multi_cleanup(pointer)
  }

  package func set(_ option: CURLMoption, _ value: Int) {
    unsafe ccurl_multi_setopt_long(pointer, option, value)
  }

  /// Starts a transfer. The handle must live until ``remove(_:)``.
  package func add(_ easy: EasyHandle) throws(HTTPClientError) {
    let result = unsafe curl_multi_add_handle(pointer, easy.pointer)
    guard result == CURLM_OK else {
      throw HTTPClientError(.failed, unsafe String(cString: curl_multi_strerror(result)))
    }
  }

  /// Takes a transfer off at once; one in the middle ends its stream or its connection.
  package func remove(_ easy: EasyHandle) {
    unsafe curl_multi_remove_handle(pointer, easy.pointer)
  }

  package func socketIsReady(_ event: Poller.Event) {
    var running: Int32 = 0
    unsafe curl_multi_socket_action(pointer, event.descriptor, event.readiness, &running)
  }

  /// Does what libcurl has to do by now; `false` when that is nothing.
  package func expire(_ now: ContinuousClock.Instant) -> Bool {
    guard let due = deadline, due <= now else { return false }
    deadline = nil
    var running: Int32 = 0
    unsafe curl_multi_socket_action(pointer, CURL_SOCKET_BAD, 0, &running)
    return true
  }

  /// The next transfer that has ended, by the pointer of its `CURLOPT_PRIVATE`, and how. It is still to be removed.
  package func nextFinished() -> (context: UnsafeRawPointer, result: CURLcode)? {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(pointer, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else { continue }
      // The message is gone once its handle is removed.
      let result = unsafe ccurl_message_result(message)
      var context: UnsafePointer<CChar>?
      unsafe ccurl_easy_getinfo_string(easy, CURLINFO_PRIVATE, &context)
      if let context = unsafe context { return unsafe (UnsafeRawPointer(context), result) }
    }
    return nil
  }
}
