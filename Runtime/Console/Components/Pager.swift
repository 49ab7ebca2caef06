/// The link to the older entries of a list.
struct Pager: Sendable {
  private let next: String?

  /// - Parameter before: the value of `before` in the query of the next page; nil at the end of the list.
  init(before: String?, view: PageView) {
    next = before.map { view.query.replacing(["before": $0]).link }
  }

  var html: HTML {
    next.map { "<nav class=\"pager\"><a class=\"button\" href=\"\($0)\">Older</a></nav>" } ?? .empty
  }
}
