package import Edge

/// The form of ``TableRoute`` in a manifest.
package struct ManifestRoute: Codable, Sendable, Hashable {
  private struct Filter: Codable, Sendable, Hashable {
    var column: String
    var input: String
    var kind: String
    var isRequired: Bool

    enum CodingKeys: String, CodingKey {
      case column, input, kind
      case isRequired = "required"
    }
  }

  private var action: String
  private var path: String
  private var filters: [Filter]
  package var function: ManifestFunction

  package init(_ route: TableRoute) {
    action = route.action.rawValue
    path = route.path
    filters = route.filters.map {
      Filter(column: $0.column, input: $0.input.name, kind: Self.word($0.input.kind), isRequired: $0.isRequired)
    }
    function = ManifestFunction(route.endpoint)
  }

  /// The route, with the function that the host calls for it.
  ///
  /// - Throws: ``MessageFault`` for an unknown action or kind of input.
  package func route(_ endpoint: any Endpoint) throws(MessageFault) -> TableRoute {
    guard let known = TableRoute.Action(rawValue: action) else {
      throw MessageFault("the action '\(action)' of a route is not known")
    }
    var conditions: [TableFilter] = []
    for filter in filters {
      let input: TableInput
      switch filter.kind {
      case "text": input = TableInput(stringLiteral: filter.input)
      case "boolean": input = .boolean(filter.input)
      case "integer": input = .integer(filter.input)
      default: throw MessageFault("the kind '\(filter.kind)' of an input is not known")
      }
      conditions.append(TableFilter(column: filter.column, input: input, isRequired: filter.isRequired))
    }
    return TableRoute(known, path, filters: conditions, endpoint)
  }

  private static func word(_ kind: TableInput.Kind) -> String {
    switch kind {
    case .text: "text"
    case .boolean: "boolean"
    case .integer: "integer"
    }
  }
}
