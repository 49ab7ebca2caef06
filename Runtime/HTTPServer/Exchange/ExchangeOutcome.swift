/// The outcome of an exchange.
package enum ExchangeOutcome: Sendable, Equatable {
  case completed
  /// The client closed its connection before the response was sent.
  case clientLeft
  /// The response broke off.
  case failed
  /// The client got a refusal with this status in place of the response.
  case replaced(status: Int)
}
