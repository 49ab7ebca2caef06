package import Edge

extension ChangeTopic: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(try reader.readString(), try reader.readUUID())
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(kind)
    writer.write(id)
  }
}
