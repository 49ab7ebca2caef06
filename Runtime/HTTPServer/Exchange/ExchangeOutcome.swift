/// How an exchange ended.
package enum ExchangeOutcome: Sendable, Equatable {
  case completed
  /// The client closed its connection before the response was out.
  case clientLeft
  /// The response broke off.
  case failed
  /// The client got a refusal of this status: the response came too late.
  case replaced(status: Int)
}
