import Console
import Edge

extension Application {
  /// The functions, the database functions and the functions of routes, each with its route in words.
  var routed: [(kind: RouteLine.Kind, endpoint: any Endpoint, route: String)] {
    functions.map { (RouteLine.Kind.function, $0, "/functions/v1/\($0.name)") }
      + procedures.map { (RouteLine.Kind.procedure, $0, "/rest/v1/rpc/\($0.name)") }
      + routes.map { (RouteLine.Kind.table, $0.endpoint, "\($0)") }
  }
}
