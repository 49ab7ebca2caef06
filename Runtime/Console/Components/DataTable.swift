/// A list. Its rows have keys, so that an update changes what changed and moves nothing else.
struct DataTable: Sendable {
  struct Column: Sendable {
    /// The side on which its cells stand: numbers at the end.
    enum Alignment: Sendable { case start, end }

    let title: HTML
    let alignment: Alignment
    let sortKey: String?

    /// - Parameter sortKey: the value of `sort` in the query that orders the list by this column; nil if it cannot be.
    init(_ title: HTML, _ alignment: Alignment = .start, sortKey: String? = nil) {
      self.title = title
      self.alignment = alignment
      self.sortKey = sortKey
    }
  }

  struct Row: Sendable {
    /// Identifies the row in its list for as long as it is shown.
    let key: String
    /// The path of its detail. The first cell becomes the link, so it has none of its own.
    var link: String?
    /// One for each column.
    let cells: [HTML]
    /// The value of `id` that a form of actions sends if the row is selected; nil if it cannot be.
    var selectable: String?
    /// The name of the row's host, for a further column; nil in a list of one host.
    var host: HTML?
  }

  private let columns: [Column]
  private let rows: [Row]
  private let empty: HTML
  private let view: PageView?
  private let label: String

  /// - Parameters:
  ///   - empty: the text of a table without rows: the kind of its rows, and the command that makes them appear.
  ///   - view: the view whose query the heads of sortable columns change; nil for a list that is not sorted.
  ///   - label: the list's name for a person who does not see it.
  init(columns: [Column], rows: [Row], empty: HTML, view: PageView? = nil, label: String = "") {
    self.columns = rows.contains { $0.host != nil } ? columns + [Column("Host")] : columns
    self.rows = rows
    self.empty = empty
    self.view = view
    self.label = label
  }

  var html: HTML {
    if rows.isEmpty { return "<div class=\"empty\">\(empty)</div>" }
    let isSelectable = view?.canAct != false && rows.contains { $0.selectable != nil }
    return """
      <div class="list"\(if: !label.isEmpty, region)><table\(if: !label.isEmpty, " aria-label=\"\(label)\"")><thead><tr>\
      \(if: isSelectable, "<th class=\"select\"><input type=\"checkbox\" data-all hidden aria-label=\"Select all rows\"></th>")\
      \(columns.map(head))</tr></thead><tbody>\(rows.map { body($0, isSelectable) })</tbody></table></div>
      """
  }

  /// A list that is wider than its window is scrolled by keys, so it takes the focus.
  private var region: HTML { " tabindex=\"0\" role=\"region\" aria-label=\"\(label)\"" }

  private func head(_ column: Column) -> HTML {
    let side = column.alignment.name
    guard let key = column.sortKey, let view else { return "<th scope=\"col\"\(side)>\(column.title)</th>" }
    let sorting = view.sorting
    let isOrder = sorting?.key == key
    // The first click on a column of numbers shows the largest ones.
    let isDescending = isOrder ? sorting?.isDescending == false : column.alignment == .end
    let mark: HTML =
      isOrder ? (sorting?.isDescending == true ? " aria-sort=\"descending\"" : " aria-sort=\"ascending\"") : .empty
    let link = view.query.replacing(["sort": (isDescending ? "-" : "") + key, "before": nil]).link
    return "<th scope=\"col\"\(side)\(mark)><a href=\"\(link)\">\(column.title)</a></th>"
  }

  private func body(_ row: Row, _ isSelectable: Bool) -> HTML {
    var cells = HTML.empty
    if isSelectable {
      cells += "<td class=\"select\">\(row.selectable.map(Self.box))</td>"
    }
    for (index, column) in columns.enumerated() {
      let cell = index < row.cells.count ? row.cells[index] : row.host ?? .empty
      if index == 0, let link = row.link {
        cells += "<td\(column.alignment.name)><a class=\"row\" href=\"\(link)\">\(cell)</a></td>"
      } else {
        // A narrow window leaves out what has no value.
        let none: HTML = cell.text == "–" ? " data-none" : .empty
        let label: HTML = " data-label=\"\(column.title.words)\"\(none)"
        cells += "<td\(column.alignment.name)\(if: index > 0, label)>\(cell)</td>"
      }
    }
    return "<tr data-key=\"\(row.key)\">\(cells)</tr>"
  }

  private static func box(_ value: String) -> HTML {
    "<input type=\"checkbox\" name=\"id\" value=\"\(value)\" form=\"selection\" aria-label=\"Select \(value)\">"
  }
}

extension DataTable.Column.Alignment {
  fileprivate var name: HTML { self == .end ? " class=\"end\"" : .empty }
}

extension HTML {
  /// The piece if it can stand in an attribute; nothing if it has an element.
  fileprivate var words: HTML { text.utf8.contains(UInt8(ascii: "<")) ? .empty : self }
}
