import Edge

/// The columns' names, the number of rows, then the rows' values.
extension RowSet: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let names = try reader.readArray { reader throws(MessageFault) in try reader.readString() }
    // A row without columns has no bytes, so the message's length would not bound the number of rows.
    guard !names.isEmpty else {
      rows = []
      return
    }
    let values = try reader.readArray { reader throws(MessageFault) in
      var row: [DatabaseValue] = []
      row.reserveCapacity(names.count)
      for _ in names { row.append(try DatabaseValue(from: &reader)) }
      return row
    }
    rows = Row.rows(columns: names, values: values)
  }

  package func write(to writer: inout MessageWriter) {
    let names = rows.first?.columns ?? []
    writer.write(each: names) { $0.write($1) }
    guard !names.isEmpty else { return }
    writer.write(each: rows) { writer, row in
      for value in row.values { writer.write(value) }
    }
  }
}
