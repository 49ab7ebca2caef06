import Host

/// A table for a terminal; each column is as wide as its longest cell. A cell stays on its line: its control characters
/// are escaped.
struct Table {
  let titles: [String]
  let rows: [[String]]

  init<Item>(_ titles: String..., of items: some Sequence<Item>, row: (Item) -> [String]) {
    self.titles = titles
    rows = items.map { row($0).map { TerminalText.escaped($0) } }
  }

  /// The lines, the titles first.
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
