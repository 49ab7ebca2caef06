import Edge

/// A ``TableRoute`` with its function as it is served.
struct ServedTable: Sendable {
  let route: TableRoute
  let path: TablePath
  let served: ServedFunction

  /// - Throws: ``CatalogueError`` for a route that no request can match, or whose function cannot take the inputs of
  ///   the requests.
  init(_ route: TableRoute, _ served: ServedFunction) throws(CatalogueError) {
    self.route = route
    self.served = served
    path = try TablePath(route)
    guard path.table != "rpc" else { throw CatalogueError("The route \(route) is below the database functions") }
    for column in route.filters.map(\.column) {
      guard ColumnName.plain(column[...]) == column, !TableQuery.words.contains(column) else {
        throw CatalogueError("The route \(route) filters by \"\(column)\", which no column can be named")
      }
    }
    let (columns, inputs) = (route.filters.map(\.column), path.inputs + route.filters.map(\.input.name))
    guard Set(columns).count == columns.count, Set(inputs).count == inputs.count else {
      throw CatalogueError("The route \(route) names a column or an input twice")
    }
    guard route.action != .select || !served.endpoint.traits.isIdempotent else {
      throw CatalogueError("The route \(route) selects rows by the function \(served.endpoint.name), which writes")
    }
    switch served.endpoint.traits.input {
    case .json: break
    case .none:
      guard inputs.isEmpty else {
        throw CatalogueError("The route \(route) has inputs, but its function \(served.endpoint.name) takes none")
      }
    case .stream:
      throw CatalogueError("The route \(route) needs a function with JSON, which \(served.endpoint.name) is not")
    }
  }

  /// Whether some requests match both routes.
  func overlaps(_ other: ServedTable) -> Bool {
    func fits(_ one: TableRoute, _ other: TableRoute) -> Bool {
      one.filters.filter(\.isRequired).allSatisfy { filter in other.filters.contains { $0.column == filter.column } }
    }
    return route.action.method == other.route.action.method && path.matchesSame(as: other.path)
      && fits(route, other.route) && fits(other.route, route)
  }

  /// The function's input in a request, whose path has these values.
  ///
  /// - Throws: ``TableRefusal/Cause`` if the route does not match the request.
  func inputs(
    _ values: [String], _ query: TableQuery
  ) throws(TableRefusal.Cause) -> Result<JSONObject, FunctionError> {
    let shapes = path.inputs.isEmpty ? [:] : served.inputShapes
    var inputs = JSONObject(
      zip(path.inputs, values).map { name, text in (name, ProcedureQuery.value(of: text, shapes[name])) })
    var fault: FunctionError?
    var count = 0
    for filter in route.filters {
      guard let condition = query.filters[filter.column] else {
        if filter.isRequired { throw unknownFilter(in: query) ?? .missing(filter.column) }
        continue
      }
      guard let text = filter.operand(of: condition) else { throw .form(of: filter.column, takes: filter.operators) }
      count += 1
      if let value = filter.input.value(of: text) {
        inputs[filter.input.name] = value
      } else {
        fault = fault ?? .validation("The filter on \(filter.column) has a value that the column cannot have")
      }
    }
    if count != query.filters.count, let cause = unknownFilter(in: query) { throw cause }
    return fault.map { .failure($0) } ?? .success(inputs)
  }

  /// The first of the columns, by name, that a query filters by and the route does not.
  private func unknownFilter(in query: TableQuery) -> TableRefusal.Cause? {
    let known = Set(route.filters.map(\.column))
    return query.filters.keys.filter { !known.contains($0) }.min().map { .filter($0) }
  }
}

extension TableFilter {
  /// The operators of ``operand(of:)`` in words.
  fileprivate var operators: String { input.kind == .boolean ? "eq, is.true or is.false" : "eq" }

  /// The value in a condition, such as `eq.1`; nil for another condition than equality.
  fileprivate func operand(of condition: String) -> Substring? {
    if condition.utf8.starts(with: "eq.".utf8) { return Substring(condition.utf8.dropFirst(3)) }
    guard input.kind == .boolean, condition == "is.true" || condition == "is.false" else { return nil }
    return Substring(condition.utf8.dropFirst(3))
  }
}

extension TableInput {
  /// A filter's value in JSON; nil for a value that the input cannot have.
  fileprivate func value(of text: Substring) -> JSONValue? {
    switch kind {
    // Postgres can store no zero byte, and nothing else may stand for one.
    case .text: text.utf8.contains(0) ? nil : .string(String(text))
    case .boolean: text == "true" ? true : text == "false" ? false : nil
    case .integer: Int64(text).map { .integer($0) }
    }
  }
}
