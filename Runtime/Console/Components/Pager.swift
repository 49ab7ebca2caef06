/// The link to the older entries of a list.
package struct Pager: Sendable {
  private let next: String?

  /// - Parameter next: path or query of the next page; nil at the end of the list.
  package init(next: String?) { self.next = next }

  /// - Parameters:
  ///   - before: the value of `before` in the query of the next page; nil at the end of the list.
  ///   - view: the view whose query is kept.
  package init(before: String?, view: PageView) {
    next = before.map { view.query.replacing(["before": $0]).link }
  }

  package var html: HTML {
    next.map { "<nav class=\"pager\"><a class=\"button\" href=\"\($0)\">Older</a></nav>" } ?? .empty
  }
}
