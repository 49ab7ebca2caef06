package import Edge

extension PushAnswer: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(
      status: try reader.readInt(), reason: try Optional(from: &reader),
      timestamp: try reader.readOptional { reader throws(MessageFault) in try reader.readDate() },
      id: try reader.readOptional { reader throws(MessageFault) in try reader.readUUID() },
      uniqueID: try Optional(from: &reader),
      retryAfter: try reader.readOptional { reader throws(MessageFault) in try reader.readDuration() })
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(status)
    writer.write(reason)
    writer.write(timestamp) { writer, date in writer.write(date) }
    writer.write(id) { writer, id in writer.write(id) }
    writer.write(uniqueID)
    writer.write(retryAfter) { writer, delay in writer.write(delay) }
  }
}
