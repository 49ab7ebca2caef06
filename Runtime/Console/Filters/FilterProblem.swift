/// A term of a filter that selects nothing, since its name is unknown or its value malformed. The page says so beside the filter.
package struct FilterProblem: Sendable, Hashable {
  /// The term: `status:abc`.
  package let term: String
  /// The reason in words.
  package let reason: String

  package init(_ term: Filter.Term, _ reason: String) {
    self.term = term.name.map { "\($0):\(term.value)" } ?? term.value
    self.reason = reason
  }

  /// A name that the page does not know.
  static func unknownName(_ term: Filter.Term, known: [String]) -> FilterProblem {
    FilterProblem(term, "is unknown here; the names are \(known.map { "\($0):" }.joined(separator: " "))")
  }

  /// A value outside the list of values for the name.
  static func unknownValue(_ term: Filter.Term, _ noun: String, _ known: [String]) -> FilterProblem {
    FilterProblem(term, "is no \(noun): expected \(known.joined(separator: ", "))")
  }

  /// A value that cannot be read as an instant.
  static func noInstant(_ term: Filter.Term) -> FilterProblem {
    FilterProblem(term, "is no instant: expected 15m, 2026-03-01 or 2026-03-01T12:00:00Z")
  }

  /// A value that cannot be read as a status.
  static func noStatus(_ term: Filter.Term) -> FilterProblem {
    FilterProblem(term, "is no status: expected 503, 5xx or 400-499")
  }
}
