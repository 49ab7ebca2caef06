package import Edge

extension Operation {
  /// A route of a table below `/rest/v1`.
  package init(route: TableRoute, needsToken: Bool) {
    let inputs = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    let name = "\(route.action.rawValue)_\(route.path)".map { $0.isLetter || $0.isNumber ? $0 : "_" }
    self.init(
      route.endpoint, id: String(name).split(separator: "_").joined(separator: "_"), path: "/rest/v1/\(route.path)",
      tag: "tables", needsToken: needsToken)
    method = route.action.method.rawValue.lowercased()
    function = route.endpoint.name
    isReadOnly = route.action == .select
    placement = route.action.takesBody ? .body : .absent
    // The row in the body is always required.
    isInputRequired = isInputRequired || route.action != .call
    parameters =
      inputs.map { Parameter(place: "path", name: $0, member: $0) }
      + route.filters.map {
        Parameter(place: "query", name: $0.column, member: $0.input.name, prefix: "eq.", isRequired: $0.isRequired)
      }
    successes = Self.successes(of: route, successes[0])
    routeErrors = [
      (501, "No function of this host has a request with these filters or preferences, and there is no PostgREST.")
    ]
    if route.action != .call {
      routeErrors.append((406, "`PGRST116`: One object is asked for by `Accept`, and the result is not one row."))
    }
    if route.action == .select { routeErrors.append((416, "`PGRST103`: The offset is beyond the last row.")) }
  }

  /// The responses in PostgREST's form: an array of rows, or nothing unless `Prefer: return=representation` is sent.
  private static func successes(of route: TableRoute, _ own: Success) -> [Success] {
    let rows: FunctionSchema.Part =
      if case .json(let schema) = own.body {
        if case .array = schema.shape { .json(schema) } else { .json(.array(of: JSONSchema(schema.shape))) }
      } else { own.body == .none ? .json(.array(of: .any)) : own.body }
    let asked = "The rows, if `Prefer` asks for them by `return=representation`."
    let stored = "Stored. With `Prefer: return=representation` the body is an array of the row, else it is empty."
    return switch route.action {
    case .call: [own]
    case .select:
      [
        Success(status: 200, body: rows, text: "The rows."),
        Success(status: 206, body: rows, text: "A part of the rows, if `Prefer` asks for their count."),
      ]
    // At status 201 the body depends on the request's `Prefer`, which OpenAPI cannot express. So the text says it.
    case .insert: [Success(status: 201, body: .none, text: stored)]
    case .update, .delete:
      [
        Success(status: 200, body: rows, text: asked),
        Success(status: 204, body: .none, text: "Success, without content."),
      ]
    }
  }
}
