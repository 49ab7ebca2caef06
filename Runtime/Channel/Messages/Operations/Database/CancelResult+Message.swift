package import Edge

extension CancelResult: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readNamed() }

  package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
}
