internal import Glibc

/// Holds back what is written to a connection's sockets, so that it leaves in few packets.
///
/// libcurl writes each request in two pieces, and without this each piece is a packet of its own: a third of what a
/// notification cost.
final class Cork {
  /// So many requests leave together: the other side begins with them while this one goes on.
  static let portion = 32

  private var sockets: [Int32] = []
  private var isHolding = false
  private var requests = 0

  func add(_ socket: Int32) {
    guard !sockets.contains(socket) else { return }
    sockets.append(socket)
    if isHolding { set(socket, 1) }
  }

  /// Takes out a socket that libcurl closes or leaves idle.
  func remove(_ socket: Int32) {
    guard let index = sockets.firstIndex(of: socket) else { return }
    sockets.remove(at: index)
    if isHolding { set(socket, 0) }
  }

  /// Holds back what the body writes, until it is done or a portion is full.
  func together<Result>(_ body: () -> Result) -> Result {
    isHolding = true
    for socket in sockets { set(socket, 1) }
    defer {
      isHolding = false
      for socket in sockets { set(socket, 0) }
    }
    return body()
  }

  /// A request is about to be written.
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
    // A socket that is none of TCP's refuses, and sends as it would anyway.
    unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
