package import Edge

extension JobStanding: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readJSON() }

  package func write(to writer: inout MessageWriter) { writer.write(json: self) }
}
