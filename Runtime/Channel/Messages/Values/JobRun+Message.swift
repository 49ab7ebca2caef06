package import Edge

extension JobRun: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(
      id: try reader.read(), function: try reader.readString(), attempt: try reader.readInt(),
      maximumAttempts: try reader.readInt(), scheduledAt: try reader.readDate())
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(id)
    writer.write(function)
    writer.write(attempt)
    writer.write(maximumAttempts)
    writer.write(scheduledAt)
  }
}
