import CCurl
import Glibc

/// epoll, and an eventfd by which other threads wake who waits.
package final class Poller: Sendable {
  /// A socket of libcurl's that is ready, in libcurl's terms (`CURL_CSELECT_…`).
  package struct Event {
    package var descriptor: Int32
    package var readiness: Int32
  }

  private let epoll: Descriptor
  private let wakeup: Descriptor

  init() throws(HTTPClientError) {
    epoll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), for: "epoll_create1")
    wakeup = try Descriptor(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), for: "eventfd")
    guard control(EPOLL_CTL_ADD, wakeup.number, EPOLLIN.rawValue) else { throw Descriptor.error("epoll_ctl") }
  }

  /// Ends the current or next ``wait(until:)``; callable from any thread.
  func wake() {
    // Fails only when the counter is full, and then the wait ends anyway.
    eventfd_write(wakeup.number, 1)
  }

  /// Watches a socket as libcurl asks (`CURL_POLL_…`). `false` when the system refuses.
  package func watch(_ socket: Int32, _ interest: Int32) -> Bool {
    if interest == CURL_POLL_REMOVE {
      // libcurl may have closed it already, and then it is out.
      control(EPOLL_CTL_DEL, socket, 0)
      return true
    }
    var events: UInt32 = 0
    if interest & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
    if interest & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
    if control(EPOLL_CTL_MOD, socket, events) { return true }
    return errno == ENOENT && control(EPOLL_CTL_ADD, socket, events)
  }

  /// The sockets that are ready; none when the time comes first or ``wake()`` was called.
  package func wait(until deadline: ContinuousClock.Instant?) -> [Event] {
    let capacity = 64
    return unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { buffer in
      let count = unsafe epoll_wait(
        epoll.number, buffer.baseAddress, Int32(capacity), Self.milliseconds(until: deadline))
      var events: [Event] = []
      for index in 0..<Int(max(count, 0)) {
        var event = unsafe buffer[index]
        let descriptor = unsafe ccurl_event_descriptor(&event)
        if descriptor == wakeup.number {
          var value: UInt64 = 0
          unsafe eventfd_read(wakeup.number, &value)
        } else {
          events.append(Event(descriptor: descriptor, readiness: unsafe Self.readiness(event.events)))
        }
      }
      return events
    }
  }

  @discardableResult
  private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) -> Bool {
    var event = unsafe epoll_event(events: events, data: epoll_data_t(fd: descriptor))
    return unsafe epoll_ctl(epoll.number, operation, descriptor, &event) == 0
  }

  private static func readiness(_ events: UInt32) -> Int32 {
    var readiness: Int32 = 0
    if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 { readiness |= CURL_CSELECT_IN }
    if events & EPOLLOUT.rawValue != 0 { readiness |= CURL_CSELECT_OUT }
    if events & EPOLLERR.rawValue != 0 { readiness |= CURL_CSELECT_ERR }
    return readiness
  }

  /// Rounded up, so that a wait never ends just before its time.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let parts = max(.zero, ContinuousClock.now.duration(to: deadline)).components
    let (whole, rest) = parts.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    // libcurl's own times have 31 bits.
    return Int32(clamping: parts.seconds * 1000 + whole + (rest > 0 ? 1 : 0))
  }
}
