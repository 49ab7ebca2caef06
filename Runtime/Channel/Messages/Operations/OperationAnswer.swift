/// The host's answer to an operation: the payload of the exchange's answer.
package enum OperationAnswer<Value: Message>: Message {
  case value(Value)
  case failed(WireError)

  package init(from reader: inout MessageReader) throws(MessageFault) {
    self = try reader.readBool() ? .value(try Value(from: &reader)) : .failed(try WireError(from: &reader))
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .value(let value):
      writer.write(true)
      writer.write(value)
    case .failed(let error):
      writer.write(false)
      writer.write(error)
    }
  }

  /// The value.
  ///
  /// - Throws: the error of a failed operation, as the service threw it.
  package func get() throws -> Value {
    switch self {
    case .value(let value): return value
    case .failed(let error): throw error.error
    }
  }
}
