package import Channel
package import Edge
package import Loop
package import NIOCore

/// The host's services for the calls that one worker has in hand.
package final class WorkerServices: Sendable {
  package init(
    reactor: Reactor, logger: Logger, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {}

  /// Opens a call's exchange, and serves its operations until ``end(_:)``.
  package func begin(
    _ invocation: Invocation, opening open: () throws(ChannelClosed) -> OutgoingExchange
  ) throws(ChannelClosed) -> OutgoingExchange { try open() }

  /// Takes an operation: an exchange that the worker has opened. The loop's thread calls this.
  package func opened(_ exchange: IncomingExchange) throws(WorkerViolation) { exchange.done() }

  /// Takes a note about the worker, a call or an operation. The loop's thread calls this.
  package func noted(_ payload: ByteBuffer, of id: UInt64) throws(WorkerViolation) {}

  /// Ends a call: cancels its operations and waits for them.
  package func end(_ call: UInt64) async {}

  /// Ends all calls, after the worker's end.
  package func endAll() async {}
}
