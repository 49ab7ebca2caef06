package import Edge

extension CancelResult: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    guard let result = Self(rawValue: try reader.readString()) else {
      throw MessageFault("a cancellation has no known result")
    }
    self = result
  }

  package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
}
