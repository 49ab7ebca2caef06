extension ObjectHead: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(contentType: try reader.readString(), size: try Optional(from: &reader))
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(contentType)
    writer.write(size)
  }
}
