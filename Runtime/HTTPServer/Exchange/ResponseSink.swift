/// Takes the response of one exchange.
package protocol ResponseSink: Sendable {
  /// Sends the response. For a short body this returns at once; for any other it waits until the body is sent.
  ///
  /// - Returns: the outcome of the exchange, as far as it is known.
  func send(_ response: ServerResponse) async -> ExchangeOutcome

  /// Sends a response whose body is a tunnel, and returns at once: the tunnel runs in a task of its own.
  ///
  /// An idle tunnel therefore does not keep the memory of the task that answered the handshake.
  ///
  /// - Parameter finished: called once with the outcome, after the end of the tunnel.
  func open(_ response: ServerResponse, finished: @escaping @Sendable (ExchangeOutcome) -> Void)
}
