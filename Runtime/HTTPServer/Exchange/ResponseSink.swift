/// Takes the response of one exchange.
package protocol ResponseSink: Sendable {
  /// Sends the response. For a short body this returns at once; for any other it waits until the body is sent.
  ///
  /// - Returns: the outcome of the exchange, as far as it is known.
  func send(_ response: ServerResponse) async -> ExchangeOutcome
}
