import CLoop
import Glibc
import Loop
import NIOCore

/// Accepts the connections of one listening socket. `@unchecked`: it is used only on the thread of the loop that
/// watches the socket.
@safe final class Acceptor: @unchecked Sendable {
  /// The most connections that are accepted in one turn of the loop.
  private static let batch = 64
  /// The pause when the server has as many connections as it may, or the process has no descriptors or memory left for
  /// another one.
  private static let pause = TimeAmount.milliseconds(100)

  /// Takes an accepted connection: its descriptor and the client's address, which is nil on a Unix socket.
  typealias Placing = (_ descriptor: CInt, _ peer: String?) -> Void

  /// The result of one attempt.
  private enum Attempt {
    case accepted
    /// The queue is empty.
    case nothing
    /// The system has no descriptor or memory left; its error.
    case exhausted(CInt)
  }

  private let socket: ListeningSocket
  private let handler: any ServerHandler
  private var number: UInt64 = 0
  private var isPaused = false

  init(_ socket: ListeningSocket, handler: any ServerHandler) {
    self.socket = socket
    self.handler = handler
  }

  func open(as number: UInt64, on loop: Reactor) -> Bool {
    loop.assertIsCurrent()
    self.number = number
    return loop.add(socket.descriptor, as: number, for: .input)
  }

  /// Accepts all established connections, which the kernel would otherwise reset, and closes the socket.
  func close(on loop: Reactor, _ place: Placing) {
    loop.assertIsCurrent()
    loop.remove(socket.descriptor)
    socket.refuse()
    while case .accepted = acceptOne(place) {}
    socket.close()
  }

  /// Accepts the connections that wait, as far as there is room.
  ///
  /// - Returns: the time after which to call ``resume(on:)``; nil without a pause.
  func accept(on loop: Reactor, _ limit: ConnectionLimit, _ place: Placing) -> TimeAmount? {
    loop.assertIsCurrent()
    for _ in 0..<Self.batch {
      // The Unix socket has no limit: the operator's commands use it.
      guard socket.isLocal || limit.hasRoom else { return pause(on: loop) }
      switch acceptOne(place) {
      case .accepted: continue
      case .nothing: return nil
      case .exhausted(let error):
        handler.acceptFailed(error, at: .now())
        return pause(on: loop)
      }
    }
    return nil
  }

  private func acceptOne(_ place: Placing) -> Attempt {
    while true {
      var address = sockaddr_storage()
      let descriptor = unsafe cloop_accept(socket.descriptor, &address)
      guard descriptor >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED, EPROTO: continue
        case EAGAIN: return .nothing
        default: return .exhausted(errno)
        }
      }
      let peer = NetworkAddress.text(of: &address)
      if peer != nil {
        var one: CInt = 1
        unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
      }
      place(descriptor, peer)
      return .accepted
    }
  }

  private func pause(on loop: Reactor) -> TimeAmount {
    isPaused = true
    loop.change(socket.descriptor, as: number, to: [])
    return Self.pause
  }

  /// Accepts again after a pause.
  func resume(on loop: Reactor) {
    loop.assertIsCurrent()
    guard isPaused else { return }
    isPaused = false
    loop.change(socket.descriptor, as: number, to: .input)
  }
}
