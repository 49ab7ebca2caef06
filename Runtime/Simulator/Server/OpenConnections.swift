import NIOCore
import Synchronization

/// The connections that are open, so that a simulator that stops can end them.
final class OpenConnections: Sendable {
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  /// Keeps a connection until it closes.
  func add(_ channel: any Channel, onClose: @escaping @Sendable () -> Void) {
    let id = ObjectIdentifier(channel)
    channels.withLock { $0[id] = channel }
    channel.closeFuture.whenComplete { [self] _ in
      channels.withLock { $0[id] = nil }
      onClose()
    }
  }

  /// Closes every connection at once.
  func closeAll() async {
    let all = channels.withLock { Array($0.values) }
    for channel in all { channel.eventLoop.execute { RawConnection.close(channel) } }
    for channel in all { try? await channel.closeFuture.get() }
  }
}
