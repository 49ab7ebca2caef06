/// Takes the response of one exchange.
package protocol ResponseSink: Sendable {
  /// Sends the response. A short body is left to the connection; for any other this waits until it has gone out.
  ///
  /// - Returns: how the exchange ended, as far as that is known.
  func send(_ response: ServerResponse) async -> ExchangeOutcome
}
