extension Filter {
  /// Reads the terms that have a name, in order.
  ///
  /// - Parameter read: takes a name of the list's, and the term, whose value is not empty; throws the problem of a
  ///   value that it cannot read.
  /// - Returns: the problems of all terms that cannot be read, in order.
  package func readTerms<Name: CaseIterable & RawRepresentable<String>>(
    _ read: (Name, Term) throws(FilterProblem) -> Void
  ) -> [FilterProblem] {
    var problems: [FilterProblem] = []
    for term in terms {
      guard let text = term.name else { continue }
      do throws(FilterProblem) {
        guard let name = Name(rawValue: text) else {
          throw .unknownName(term, known: Name.allCases.map(\.rawValue))
        }
        guard !term.value.isEmpty else { throw FilterProblem(term, "has no value") }
        try read(name, term)
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  /// The free words, to be looked for in texts.
  var needles: [TextNeedle] { words.map(TextNeedle.init) }
}
