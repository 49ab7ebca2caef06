package import Edge

/// The text, then the offset and the value of each placeholder.
extension SQL: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let text = try reader.readString()
    var offsets: [Int] = []
    let values = try reader.readArray { reader throws(MessageFault) in
      offsets.append(Int(try reader.read(UInt32.self)))
      return try DatabaseValue(from: &reader)
    }
    guard let sql = SQL(text: text, offsets: offsets, values: values) else {
      throw MessageFault("a value of a statement has no placeholder")
    }
    self = sql
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(text)
    let values = values
    writer.write(UInt32(clamping: values.count))
    for (offset, value) in zip(offsets, values) {
      writer.write(UInt32(clamping: offset))
      writer.write(value)
    }
  }
}
