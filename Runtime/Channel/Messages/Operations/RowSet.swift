package import Edge

/// The rows of a statement: the columns' names, the number of rows, then the rows' values.
package struct RowSet: Message {
  package var rows: [Row]

  /// Wraps rows of one statement.
  package init(_ rows: [Row]) { self.rows = rows }

  package init(from reader: inout MessageReader) throws(MessageFault) {
    let names = try [String](from: &reader)
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
    let layout = Row.Layout(names: names)
    rows = values.map { Row(layout: layout, values: $0) }
  }

  package func write(to writer: inout MessageWriter) {
    let names = rows.first?.columns ?? []
    writer.write(names)
    guard !names.isEmpty else { return }
    writer.write(each: rows) { writer, row in
      for value in row.values { writer.write(value) }
    }
  }
}
