import Edge

/// Rows for people, in columns as wide as they need.
struct Table {
  let titles: [String]
  var rows: [[String]] = []

  init(_ titles: String...) { self.titles = titles }

  /// The lines, the titles first; nothing but the titles if there are no rows.
  var text: String {
    let lines = [titles] + rows
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = zip(line, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    .joined(separator: "\n")
  }
}

extension Output {
  /// Writes a value to stdout as one line of JSON.
  static func json(_ value: some Encodable) throws { bytes(try Wire.encode(value) + [UInt8(ascii: "\n")]) }
}
