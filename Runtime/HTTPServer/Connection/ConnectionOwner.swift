import Loop
import NIOCore

/// The table that a connection belongs to. All calls are made on the loop.
protocol ConnectionOwner: AnyObject, Sendable {
  var loop: Reactor { get }
  /// Asks for a call of ``Connection/lookAtClock(_:)`` at this instant, or before.
  func expect(_ instant: NIODeadline)
  /// Removes a closed connection by its number.
  func remove(_ number: UInt64)
  /// Keeps a tunnel in place of the connection that it was, and counts it as an exchange.
  ///
  /// - Parameters:
  ///   - unread: the bytes that were received behind the request.
  ///   - run: uses the tunnel in a task of its own. The tunnel is closed when this returns; the task is cancelled when
  ///     the tunnel is closed.
  func replace(
    _ number: UInt64, byTunnelOn descriptor: CInt, unread: [UInt8],
    _ run: @escaping @Sendable (ByteStream) async -> Void)
  /// Runs an exchange in a task of its own, and counts it until ``exchangeIsOver()``.
  func run(_ exchange: Exchange) -> Task<Void, Never>
  /// Counts the end of an exchange that ``run(_:)`` started.
  func exchangeIsOver()
}
