/// A term of a filter that selects nothing, since its name is unknown or its value malformed. The page says so beside
/// the filter.
package struct FilterProblem: Error, Sendable, Hashable {
  /// The term: `status:abc`.
  package let term: String
  package let reason: String

  package init(_ term: Filter.Term, _ reason: String) {
    self.term = term.name.map { "\($0):\(term.value)" } ?? term.value
    self.reason = reason
  }

  /// A name that the page does not know.
  static func unknownName(_ term: Filter.Term, known: [String]) -> FilterProblem {
    FilterProblem(
      term,
      "is unknown here; the names are \(known.map { "\($0):" }.joined(separator: " ")). A text with a colon stands in quotes."
    )
  }

  /// The problems as a note above the list; nothing without problems.
  static func note(_ problems: [FilterProblem]) -> HTML {
    guard !problems.isEmpty else { return .empty }
    let items = problems.prefix(10).map { "<li><code>\($0.term)</code> \($0.reason)</li>" as HTML }
    return """
      <div class="flash bad" role="alert"><p>These parts of the filter are not applied:</p><ul>\(items)</ul></div>
      """
  }
}
