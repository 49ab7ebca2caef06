package import Edge

extension DatabaseError: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(
      Code(rawValue: try reader.readString()), try reader.readString(), constraint: try Optional(from: &reader),
      column: try Optional(from: &reader), statement: try Optional(from: &reader))
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(code.rawValue)
    writer.write(message)
    writer.write(constraint)
    writer.write(column)
    writer.write(statement)
  }
}
