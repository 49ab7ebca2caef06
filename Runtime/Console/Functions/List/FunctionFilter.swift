import Edge

/// The filter of the list of functions: `access:user`, `policy:inline`, `bundle:notes`, `state:failing`, and words of
/// the name or a route.
///
/// A name may occur more than once: its values are alternatives. Different names, and the words, must all match.
struct FunctionFilter: Sendable {
  /// The names of terms, in the order in which the page lists them.
  enum Name: String, CaseIterable {
    case function, access, policy, bundle, state, host
  }

  private var values: [Name: [String]] = [:]
  private let words: [String]
  private(set) var problems: [FilterProblem] = []

  init(_ filter: Filter) {
    words = filter.words.map { $0.lowercased() }
    problems = filter.readTerms { (name: Name, term) throws(FilterProblem) in
      let value = term.value.lowercased()
      if name == .state, !FunctionState.allCases.contains(where: { $0.rawValue.hasPrefix(value) }) {
        throw FilterProblem(
          term, "is no state: expected \(FunctionState.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      values[name, default: []].append(value)
    }
  }

  func passes(_ row: FunctionRow) -> Bool {
    let texts = ([row.function.name] + row.function.routes).map { $0.lowercased() }
    return words.allSatisfy { word in texts.contains { $0.contains(word) } }
      && values.allSatisfy { name, values in values.contains { Self.matches(row, name, $0) } }
  }

  private static func matches(_ row: FunctionRow, _ name: Name, _ value: String) -> Bool {
    switch name {
    case .function: row.function.name.lowercased() == value
    case .access: row.function.access.description.lowercased() == value
    case .policy: row.policy.lowercased() == value
    case .bundle: row.function.home?.bundle.lowercased() == value
    case .state: row.state.rawValue.hasPrefix(value)
    // It selects hosts, not functions.
    case .host: true
    }
  }
}
