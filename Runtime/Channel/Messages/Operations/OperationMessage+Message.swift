extension OperationMessage: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(call: try reader.read(), try Operation(from: &reader))
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(call)
    writer.write(operation)
  }
}
