import Edge

extension Route {
  /// The name of a function within its kind of routes, to which an idempotency key belongs: a function, a database
  /// function and the route of a table may share a name.
  ///
  /// No function's name has a colon.
  func keyScope(of served: ServedFunction) -> String {
    let name = served.endpoint.name
    return switch self {
    case .procedure: "rpc:\(name)"
    case .table: "table:\(name)"
    default: name
    }
  }
}
