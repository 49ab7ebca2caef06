/// An operation of a call: the payload of an exchange that the worker opens.
package struct OperationMessage: Message {
  /// The id of the call's exchange.
  package var call: UInt64
  package var operation: Operation

  package init(call: UInt64, _ operation: Operation) {
    self.call = call
    self.operation = operation
  }

  package init(from reader: inout MessageReader) throws(MessageFault) {
    call = try reader.read()
    operation = try Operation(from: &reader)
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(call)
    writer.write(operation)
  }
}
