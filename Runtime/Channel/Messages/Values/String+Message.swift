extension String: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readString() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}
