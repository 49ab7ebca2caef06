import Edge

/// The filter of the list of functions: `access:user`, `policy:inline`, `bundle:notes`, `state:failing`, and words of the name or a route.
struct FunctionFilter: Sendable {
  private let filter: Filter

  init(_ filter: Filter) { self.filter = filter }

  /// Whether a row passes.
  ///
  /// - Throws: ``PageError/invalid(_:)`` for a term that is not known.
  func passes(_ row: FunctionRow) throws(PageError) -> Bool {
    for term in filter.terms where !term.value.isEmpty {
      let value = term.value.lowercased()
      let isWanted =
        switch term.name {
        case nil:
          ([row.function.name] + row.function.routes).contains { $0.lowercased().contains(value) }
        case "function": row.function.name.lowercased() == value
        case "access": row.function.access.description.lowercased() == value
        case "policy": row.policy.lowercased() == value
        case "bundle": row.function.home?.bundle.lowercased() == value
        // It selects hosts, not functions.
        case "host": true
        case "state": row.state.rawValue.hasPrefix(value)
        default:
          throw .invalid(
            "There is no term \(term.name ?? ""): expected function, access, policy, bundle, state or host")
        }
      if !isWanted { return false }
    }
    return true
  }
}
