import Loop
import NIOCore

/// The loop's side of a connection. All calls are made on the loop.
protocol ConnectionOwner: AnyObject, Sendable {
  var loop: Reactor { get }
  /// Has the connection called at this instant, or before.
  func expect(_ instant: NIODeadline)
  /// The connection of this number is closed.
  func remove(_ number: UInt64)
  /// Runs an exchange in a task of its own, and counts it until ``exchangeIsOver()``.
  func run(_ exchange: Exchange) -> Task<Void, Never>?
  /// A task that ``run(_:)`` started has ended its exchange.
  func exchangeIsOver()
}
