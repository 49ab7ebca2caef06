import CCurl

/// One `CURLM *` with its connections and transfers, used by the loop's thread alone and freed here.
@safe final class MultiHandle {
  private static let maximumConnections = 256

  private let pointer: UnsafeMutableRawPointer
  private let poller: Poller
  private var transfers: [UInt64: Transfer] = [:]

  /// When libcurl wants ``timeExpired()`` called; `nil` for never.
  private(set) var deadline: ContinuousClock.Instant?

  init(poller: Poller) throws(HTTPClientError) {
    guard let pointer = unsafe curl_multi_init() else { throw HTTPClientError(.failed, "out of memory") }
    unsafe self.pointer = pointer
    self.poller = poller
    // A clean close of a shared HTTP/2 connection makes libcurl 7.88 lose sight of all its streams but one, so streams
    // do not share connections here.
    unsafe ccurl_multi_setopt_long(pointer, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    unsafe ccurl_multi_setopt_long(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.maximumConnections)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe ccurl_multi_setopt_pointer(pointer, CURLMOPT_SOCKETDATA, context)
    unsafe ccurl_multi_setopt_pointer(pointer, CURLMOPT_TIMERDATA, context)
    unsafe ccurl_multi_setopt_socket_function(pointer) { _, socket, interest, context, _ in
      guard let context = unsafe context else { return -1 }
      let multi = unsafe Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
      return multi.poller.watch(socket, interest) ? 0 : -1
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

  func start(_ submission: Transfer.Submission) {
    do {
      let transfer = try Transfer(submission)
      let result = unsafe curl_multi_add_handle(pointer, transfer.easy.pointer)
      guard result == CURLM_OK else {
        let text = unsafe String(cString: curl_multi_strerror(result))
        throw HTTPClientError(.failed, "\(submission.target.host): \(text)")
      }
      transfers[submission.id] = transfer
    } catch {
      submission.continuation.resume(throwing: error)
    }
  }

  /// Takes a transfer off at once, which closes its connection; one that has ended already is left alone.
  func cancel(_ id: UInt64) {
    remove(id)?.fail(CancellationError())
  }

  func failAll(_ error: HTTPClientError) {
    for id in Array(transfers.keys) { remove(id)?.fail(error) }
  }

  func socketIsReady(_ event: Poller.Event) {
    var running: Int32 = 0
    unsafe curl_multi_socket_action(pointer, event.descriptor, event.readiness, &running)
    finishTransfers()
  }

  func timeExpired() {
    deadline = nil
    var running: Int32 = 0
    unsafe curl_multi_socket_action(pointer, CURL_SOCKET_BAD, 0, &running)
    finishTransfers()
  }

  private func finishTransfers() {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(pointer, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else { continue }
      // The message is gone once its handle is removed.
      let result = unsafe ccurl_message_result(message)
      var context: UnsafePointer<CChar>?
      unsafe ccurl_easy_getinfo_string(easy, CURLINFO_PRIVATE, &context)
      guard let context = unsafe context else { continue }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      remove(transfer.id)?.finish(result)
    }
  }

  private func remove(_ id: UInt64) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: id) else { return nil }
    unsafe curl_multi_remove_handle(pointer, transfer.easy.pointer)
    return transfer
  }
}
