extension PageView {
  /// The order of a list: `sort=count` or, for the largest first, `sort=-count`.
  package struct Sorting: Sendable, Hashable {
    package let key: String
    package let isDescending: Bool

    /// The rows in the order of their values. Rows without a value come last, and equal ones in the order of their ties.
    func sorted<Row, Value: Comparable, Tie: Comparable>(
      _ rows: [Row], by value: (Row) -> Value?, then tie: (Row) -> Tie
    ) -> [Row] {
      rows.map { ($0, value($0)) }.sorted { first, second in
        switch (first.1, second.1) {
        case (let one?, let other?) where one != other: isDescending ? one > other : one < other
        case (_?, nil): true
        case (nil, _?): false
        default: tie(first.0) < tie(second.0)
        }
      }.map(\.0)
    }
  }

  /// The order that the query asks for; nil for the page's own. The key is any text: a page takes the keys that it
  /// knows.
  package var sorting: Sorting? { Sorting(query["sort"]) }
}

extension PageView.Sorting {
  /// Reads the value of a query; nil without a text.
  init?(_ text: String?) {
    guard let text, !text.isEmpty else { return nil }
    let isDescending = text.hasPrefix("-")
    self.init(key: isDescending ? String(text.dropFirst()) : text, isDescending: isDescending)
  }
}
