/// The entries in the order of their keys.
extension Dictionary: Message where Key == String, Value: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self = [:]
    for _ in 0..<(try reader.readCount()) {
      let key = try reader.readString()
      self[key] = try Value(from: &reader)
    }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(each: sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }
}
