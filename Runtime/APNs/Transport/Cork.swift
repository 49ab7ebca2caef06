internal import Glibc

/// Holds back small writes on a connection's sockets (`TCP_CORK`), so that they leave in few packets.
///
/// libcurl writes each request in two pieces. Without the cork each piece was a packet, which was a third of the CPU
/// cost of a notification.
final class Cork {
  /// The number of requests that leave together, so that the server works on them while the next ones are written.
  static let portion = 32

  private var sockets: [Int32] = []
  private var isHolding = false
  private var requests = 0

  func add(_ socket: Int32) {
    guard !sockets.contains(socket) else { return }
    sockets.append(socket)
    if isHolding { set(socket, 1) }
  }

  /// Removes a socket that libcurl closes or leaves idle.
  func remove(_ socket: Int32) {
    guard let index = sockets.firstIndex(of: socket) else { return }
    sockets.remove(at: index)
    if isHolding { set(socket, 0) }
  }

  /// Holds back the writes of the body until it returns or a portion is full.
  func together<Result>(_ body: () -> Result) -> Result {
    isHolding = true
    for socket in sockets { set(socket, 1) }
    defer {
      isHolding = false
      for socket in sockets { set(socket, 0) }
    }
    return body()
  }

  /// Counts a request that is about to be written.
  func requestBegins() {
    requests += 1
    guard isHolding, requests.isMultiple(of: Self.portion) else { return }
    for socket in sockets {
      set(socket, 0)
      set(socket, 1)
    }
  }

  private func set(_ socket: Int32, _ value: Int32) {
    var value = value
    // Sockets other than TCP reject the option, and send without it.
    unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
