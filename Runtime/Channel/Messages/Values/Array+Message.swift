extension Array: Message where Element: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self = try reader.readArray { reader throws(MessageFault) in try Element(from: &reader) }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(UInt32(clamping: count))
    for element in self { element.write(to: &writer) }
  }
}
