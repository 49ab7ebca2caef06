import CLoop
import Glibc
import Loop
import NIOCore

/// Accepts the connections of one listening socket.
@safe final class Acceptor: @unchecked Sendable {
  /// How many connections are accepted before the loop turns to others.
  private static let batch = 64
  /// How long to wait when the process has no descriptors or memory left for another connection.
  private static let pause = TimeAmount.milliseconds(100)

  /// What came of one attempt.
  private enum Attempt {
    case accepted
    /// No connection waits.
    case nothing
    /// The system has no descriptor or memory left, and says so by this error.
    case exhausted(CInt)
  }

  private let socket: ListeningSocket
  private let shortage: DescriptorShortage
  private unowned let table: ConnectionTable
  private var number: UInt64 = 0
  private var isPaused = false

  init(_ socket: ListeningSocket, to table: ConnectionTable, shortage: DescriptorShortage) {
    self.socket = socket
    self.table = table
    self.shortage = shortage
  }

  func open(as number: UInt64, on loop: Reactor) -> Bool {
    self.number = number
    return loop.add(socket.descriptor, as: number, for: .input)
  }

  /// Accepts the connections that are complete, however many, and closes the socket: the kernel would reset those that it still has then.
  func close(on loop: Reactor) {
    loop.remove(socket.descriptor)
    socket.refuse()
    while case .accepted = acceptOne() {}
    socket.close()
  }

  /// Accepts the connections that wait.
  ///
  /// - Returns: after which time to ``resume(on:)``, if it had to stop.
  func accept(on loop: Reactor) -> TimeAmount? {
    for _ in 0..<Self.batch {
      // The operator's commands come by the Unix socket, when clients have taken all connections too.
      guard socket.isLocal || table.hasRoom else { return pause(on: loop) }
      switch acceptOne() {
      case .accepted: continue
      case .nothing: return nil
      case .exhausted(let error):
        shortage.happened(error, at: .now())
        return pause(on: loop)
      }
    }
    return nil
  }

  private func acceptOne() -> Attempt {
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
      table.place(descriptor, from: peer)
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
    guard isPaused else { return }
    isPaused = false
    loop.change(socket.descriptor, as: number, to: .input)
  }
}
