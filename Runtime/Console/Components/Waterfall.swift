/// A list of what happened one after another or at the same time, each with a bar on a common axis of time.
struct Waterfall: Sendable {
  /// One line. Times are microseconds.
  struct Row: Sendable {
    let key: String
    /// The path of its detail; nil for none.
    var link: String?
    let name: HTML
    /// The level of the name's indentation, from 0.
    var depth = 0
    /// The time from the begin of the axis to its own.
    let began: Int
    let took: Int
    /// The class of its bar.
    let colour: HTML
    var result: HTML = .empty
  }

  private static let width = 400.0
  private static let deepest = 5

  /// The length of the axis.
  let total: Int
  let label: String
  let rows: [Row]

  var html: HTML {
    DataTable(
      columns: [
        .init("\(label)"), .init("<span class=\"fall\">Time</span>"), .init("From", .end), .init("Took", .end),
        .init("Result"),
      ],
      rows: rows.map(row), empty: .empty, label: label
    ).html
  }

  private func row(_ row: Row) -> DataTable.Row {
    DataTable.Row(
      key: row.key, link: row.link,
      cells: [
        row.depth > 0 ? "<span class=\"d\(min(row.depth, Self.deepest))\">\(row.name)</span>" : row.name, bar(of: row),
        "\(InvocationWords.duration(row.began))", "\(InvocationWords.duration(row.took))", row.result,
      ])
  }

  private func bar(of row: Row) -> HTML {
    let scale = Self.width / Double(max(1, total))
    let start = min(max(0, Double(row.began) * scale), Self.width - 2)
    // A short step is at least two units wide, so that it is visible.
    let length = min(max(2, Double(row.took) * scale), Self.width - start)
    return """
      <svg class="fall" height="10" viewBox="0 0 400 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="track" y="4" width="400" height="2"/>\
      <rect class="\(row.colour)" x="\(coordinate: start)" width="\(coordinate: length)" height="10"/></svg>
      """
  }
}
