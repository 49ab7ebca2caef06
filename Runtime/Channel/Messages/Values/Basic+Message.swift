extension Int: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readInt() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension String: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readString() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension Optional: Message where Wrapped: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self = try reader.readBool() ? try Wrapped(from: &reader) : nil
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(self != nil)
    if let self { self.write(to: &writer) }
  }
}

extension Array: Message where Element: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self = try reader.readArray { reader throws(MessageFault) in try Element(from: &reader) }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(UInt32(clamping: count))
    for element in self { element.write(to: &writer) }
  }
}
