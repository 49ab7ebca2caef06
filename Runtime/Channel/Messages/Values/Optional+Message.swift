extension Optional: Message where Wrapped: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self = try reader.readBool() ? try Wrapped(from: &reader) : nil
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(self != nil)
    if let self { self.write(to: &writer) }
  }
}
