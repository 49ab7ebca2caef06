import Edge

/// The route of a table in the list of `functions`.
struct TableLine: Encodable, Hashable {
  let method: String
  /// `insert`, `select`, `update`, `delete` or `call`.
  let action: String
  /// The filters that a request must have: the function's input by column.
  let filters: [String: String]
  /// The filters that a request may have.
  let optionalFilters: [String: String]
  /// Method, path and filters.
  let text: String

  enum CodingKeys: String, CodingKey {
    case method, action, filters
    case optionalFilters = "optional_filters"
  }
}

extension TableLine {
  init(_ route: TableRoute) {
    func inputs(_ isRequired: Bool) -> [String: String] {
      let filters = route.filters.filter { $0.isRequired == isRequired }
      return Dictionary(filters.map { ($0.column, $0.input.name) }) { first, _ in first }
    }
    self.init(
      method: route.action.method.rawValue, action: route.action.rawValue, filters: inputs(true),
      optionalFilters: inputs(false), text: "\(route)")
  }
}
