package import Edge

extension EnqueuedJob: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(id: try reader.read(), isNew: try reader.readBool())
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(id)
    writer.write(isNew)
  }
}
