package import CCurl
package import HTTPCalls
package import Loop

/// One `CURLM *` with its connections, on an event loop that watches its sockets. The loop's own work alone calls it.
@safe package final class MultiHandle {
  /// Called when the loop begins to watch a socket (`true`) and when the watch ends (`false`), with the
  /// `CURLOPT_PRIVATE` pointer of the socket's transfer.
  package typealias SocketObserver = (_ socket: Int32, _ isWatched: Bool, _ context: UnsafeRawPointer?) -> Void

  private let pointer: UnsafeMutableRawPointer
  private let loop: Reactor
  private let number: UInt32
  private let observer: SocketObserver
  /// The sockets that are watched, each with libcurl's interest (`CURL_POLL_…`).
  private var interests: [Int32: Int32] = [:]

  /// When libcurl wants ``expire(_:)`` called; `nil` for never.
  package private(set) var deadline: ContinuousClock.Instant?

  /// Creates a handle without a connection. The loop watches its sockets; its client passes their events on to
  /// ``socketIsReady(_:_:)``.
  ///
  /// - Parameter number: The number among the handles of the loop, from 1 on.
  package init(
    on loop: Reactor, number: UInt32, observer: @escaping SocketObserver = { _, _, _ in }
  ) throws(HTTPClientError) {
    guard let pointer = unsafe curl_multi_init() else { throw HTTPClientError(.failed, "out of memory") }
    unsafe self.pointer = pointer
    self.loop = loop
    self.number = number
    unsafe self.observer = observer
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe ccurl_multi_setopt_pointer(pointer, CURLMOPT_SOCKETDATA, context)
    unsafe ccurl_multi_setopt_pointer(pointer, CURLMOPT_TIMERDATA, context)
    unsafe ccurl_multi_setopt_socket_function(pointer) { easy, socket, interest, context, _ in
      guard let context = unsafe context else { return -1 }
      let multi = unsafe Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
      return unsafe multi.watch(socket, interest, for: easy) ? 0 : -1
    }
    unsafe ccurl_multi_setopt_timer_function(pointer) { _, milliseconds, context in
      guard let context = unsafe context else { return -1 }
      let multi = unsafe Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
      multi.deadline = milliseconds < 0 ? nil : .now.advanced(by: .milliseconds(milliseconds))
      return 0
    }
  }

  deinit {
    // The callbacks of closed connections would reach an object that is being freed.
    unsafe ccurl_multi_setopt_socket_function(pointer, nil)
    unsafe ccurl_multi_setopt_timer_function(pointer, nil)
    for socket in interests.keys { loop.remove(socket) }
    unsafe curl_multi_cleanup(pointer)
  }

  package func set(_ option: CURLMoption, _ value: Int) {
    loop.assertIsCurrent()
    unsafe ccurl_multi_setopt_long(pointer, option, value)
  }

  /// Starts a transfer. The handle must live until ``remove(_:)``.
  package func add(_ easy: EasyHandle) throws(HTTPClientError) {
    loop.assertIsCurrent()
    let result = unsafe curl_multi_add_handle(pointer, easy.pointer)
    guard result == CURLM_OK else {
      throw HTTPClientError(.failed, unsafe String(cString: curl_multi_strerror(result)))
    }
  }

  /// Removes a transfer at once. One that has not ended loses its stream or its connection.
  package func remove(_ easy: EasyHandle) {
    loop.assertIsCurrent()
    let result = unsafe curl_multi_remove_handle(pointer, easy.pointer)
    assert(result == CURLM_OK, "A transfer is removed within a callback of libcurl")
  }

  /// Makes libcurl read and write on a socket. An event of a socket that is not watched any more is ignored.
  package func socketIsReady(_ socket: Int32, _ events: DescriptorEvents) {
    loop.assertIsCurrent()
    guard interests[socket] != nil else { return }
    var readiness: Int32 = 0
    if !events.isDisjoint(with: [.input, .hangUp]) { readiness |= CURL_CSELECT_IN }
    if events.contains(.output) { readiness |= CURL_CSELECT_OUT }
    if events.contains(.error) { readiness |= CURL_CSELECT_ERR }
    var running: Int32 = 0
    unsafe curl_multi_socket_action(pointer, socket, readiness, &running)
  }

  /// Makes libcurl perform the actions that are due; `false` when none is.
  package func expire(_ now: ContinuousClock.Instant) -> Bool {
    loop.assertIsCurrent()
    guard let due = deadline, due <= now else { return false }
    deadline = nil
    var running: Int32 = 0
    unsafe curl_multi_socket_action(pointer, CURL_SOCKET_BAD, 0, &running)
    return true
  }

  /// Returns the next transfer that has ended, by the pointer of its `CURLOPT_PRIVATE`, and its result. The caller
  /// removes it.
  package func nextFinished() -> (context: UnsafeRawPointer, result: CURLcode)? {
    loop.assertIsCurrent()
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(pointer, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else { continue }
      // Removing the handle frees the message.
      let result = unsafe ccurl_message_result(message)
      if let context = unsafe Self.context(of: easy) { return unsafe (context, result) }
    }
    return nil
  }

  private static func context(of easy: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
    var context: UnsafePointer<CChar>?
    unsafe ccurl_easy_getinfo_string(easy, CURLINFO_PRIVATE, &context)
    return unsafe context.map { unsafe UnsafeRawPointer($0) }
  }

  /// Watches a socket as libcurl asks (`CURL_POLL_…`); `false` when the system refuses.
  private func watch(_ socket: Int32, _ interest: Int32, for easy: UnsafeMutableRawPointer?) -> Bool {
    if interest == CURL_POLL_REMOVE {
      guard interests.removeValue(forKey: socket) != nil else { return true }
      unsafe observer(socket, false, easy.flatMap { unsafe Self.context(of: $0) })
      loop.remove(socket)
      return true
    }
    // libcurl repeats its interest with every request.
    guard interests[socket] != interest else { return true }
    let isNew = interests.updateValue(interest, forKey: socket) == nil
    if isNew { unsafe observer(socket, true, easy.flatMap { unsafe Self.context(of: $0) }) }
    var events: DescriptorEvents = []
    if interest & CURL_POLL_IN != 0 { events.insert(.input) }
    if interest & CURL_POLL_OUT != 0 { events.insert(.output) }
    let name = SocketNumber(multi: number, socket: socket).rawValue
    return isNew ? loop.add(socket, as: name, for: events) : loop.change(socket, as: name, to: events)
  }
}
