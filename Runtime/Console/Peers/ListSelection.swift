/// A selection of calls or of log lines, as a page shows them.
package struct ListSelection: Codable, Sendable, Hashable {
  /// The text of the filter bar. Each host reads it with its own clock.
  package var filter: String
  /// The end of the page before this one; nil for the first page.
  package var before: ListBounds?
  /// The order, as in a query; nil for the newest first.
  package var order: String?
  /// Whether only failed calls are selected.
  package var isOfErrors = false
  package var limit: Int
}
