import CLoop
import Glibc
import Loop
import NIOCore

/// Accepts the connections of one listening socket.
@safe final class Acceptor: @unchecked Sendable {
  /// How many are accepted before others have their turn.
  private static let batch = 64
  /// How long to wait when the process has no descriptors or memory left for another connection.
  private static let pause = TimeAmount.milliseconds(100)

  private let socket: ListeningSocket
  private unowned let table: ConnectionTable
  private var number: UInt64 = 0
  private var isPaused = false

  init(_ socket: ListeningSocket, to table: ConnectionTable) {
    self.socket = socket
    self.table = table
  }

  func open(as number: UInt64, on loop: Reactor) -> Bool {
    self.number = number
    return loop.add(socket.descriptor, as: number, for: .input)
  }

  func close(on loop: Reactor) {
    // Who has connected already would be reset.
    _ = accept(on: loop)
    loop.remove(socket.descriptor)
    socket.close()
  }

  /// Accepts who waits.
  ///
  /// - Returns: after which time to ``resume(on:)``, if it had to stop.
  func accept(on loop: Reactor) -> TimeAmount? {
    for _ in 0..<Self.batch {
      var address = sockaddr_storage()
      let descriptor = unsafe cloop_accept(socket.descriptor, &address)
      guard descriptor >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED, EPROTO: continue
        case EAGAIN: return nil
        default: break
        }
        isPaused = true
        loop.change(socket.descriptor, as: number, to: [])
        return Self.pause
      }
      let peer = NetworkAddress.text(of: &address)
      if peer != nil {
        var one: CInt = 1
        unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
      }
      table.place(descriptor, from: peer)
    }
    return nil
  }

  /// Accepts again after a pause.
  func resume(on loop: Reactor) {
    guard isPaused else { return }
    isPaused = false
    loop.change(socket.descriptor, as: number, to: .input)
  }
}
