extension BackgroundNote: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readRaw() }
  package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
}
