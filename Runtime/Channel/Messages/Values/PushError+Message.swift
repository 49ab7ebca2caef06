package import Edge

extension PushError: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(Code(rawValue: try reader.readString()), field: try reader.readString(), try reader.readString())
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(code.rawValue)
    writer.write(field)
    writer.write(message)
  }
}
