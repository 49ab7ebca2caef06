package import Edge

extension PushAnswer: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(
      status: try reader.readInt(), reason: try Optional(from: &reader), timestamp: try Optional(from: &reader),
      id: try Optional(from: &reader), uniqueID: try Optional(from: &reader), retryAfter: try Optional(from: &reader))
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(status)
    writer.write(reason)
    writer.write(timestamp)
    writer.write(id)
    writer.write(uniqueID)
    writer.write(retryAfter)
  }
}
