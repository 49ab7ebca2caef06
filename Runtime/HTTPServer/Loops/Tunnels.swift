import Loop
import NIOCore

/// The tunnels of one loop: connections that have switched to another protocol. The loop's own work alone uses it.
final class Tunnels {
  private let loop: Reactor
  private let limits: ServerLimits
  private let buffer: ReadBuffer
  private var streams: [UInt64: ByteStream] = [:]
  private var isQuiescing = false

  init(on loop: Reactor, _ limits: ServerLimits, _ buffer: ReadBuffer) {
    self.loop = loop
    self.limits = limits
    self.buffer = buffer
  }

  var isEmpty: Bool { streams.isEmpty }

  subscript(number: UInt64) -> ByteStream? { streams[number] }

  /// Adds a tunnel on a connected socket, and keeps it until it is closed.
  func add(
    _ descriptor: CInt, as number: UInt64, unread: [UInt8], whenClosed: @escaping () -> Void
  ) -> ByteStream {
    loop.assertIsCurrent()
    let transport = SocketTransport(descriptor)
    let stream = ByteStream(transport, as: number, on: loop, buffer, unread: unread) { [self] in
      streams[number] = nil
      whenClosed()
    }
    streams[number] = stream
    return stream
  }

  /// The time without bytes after which a tunnel is closed. A stopping server does not wait for long.
  private var idleTimeout: Duration {
    .seconds(isQuiescing ? limits.lastRequestTimeout : limits.tunnelIdleTimeout)
  }

  /// When ``closeIdle()`` must be called.
  var deadline: NIODeadline {
    guard let first = streams.values.min(by: { $0.lastUse < $1.lastUse }) else { return .distantFuture }
    return deadline(of: first)
  }

  /// When a tunnel through which no further bytes pass must be closed.
  func deadline(of stream: ByteStream) -> NIODeadline {
    // Rounded up: an earlier check would close nothing.
    let left = ContinuousClock.now.duration(to: stream.lastUse + idleTimeout).milliseconds + 1
    return .now() + .milliseconds(max(0, left))
  }

  /// Closes the tunnels through which no bytes have passed for too long.
  func closeIdle() {
    let latest = ContinuousClock.now - idleTimeout
    for stream in Array(streams.values) where stream.lastUse <= latest { stream.close() }
  }

  /// Closes each tunnel as soon as no bytes have passed for a moment; returns when ``closeIdle()`` must be called.
  func quiesce() -> NIODeadline {
    isQuiescing = true
    return deadline
  }

  func closeAll() { for stream in Array(streams.values) { stream.close() } }
}
