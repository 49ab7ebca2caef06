/// The host's answer to an operation: the payload of the exchange's answer.
package enum OperationAnswer<Value: Message>: Sendable {
  /// The operation's value.
  case value(Value)
  /// The operation failed.
  case failed(WireError)
}
