extension Int: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readInt() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}
