/// An operation of a call: the payload of an exchange that the worker opens.
package struct OperationMessage: Sendable {
  /// The id of the call's exchange.
  package var call: UInt64
  /// The operation.
  package var operation: Operation

  /// Describes an operation.
  package init(call: UInt64, _ operation: Operation) {
    self.call = call
    self.operation = operation
  }
}
