import Edge
import HTTPTypes

/// The look-up of the functions that answer requests to tables.
struct TableRoutes: Sendable {
  /// The routes by the first segment of their paths.
  private let byTable: [String: [ServedTable]]

  /// The most segments of a request's path that are read.
  private static let maximumSegments = 16

  /// - Throws: ``CatalogueError`` for two routes that the same request can have.
  init(_ routes: [ServedTable]) throws(CatalogueError) {
    for (index, route) in routes.enumerated() {
      guard let other = routes[..<index].first(where: { $0.overlaps(route) }) else { continue }
      throw CatalogueError("The routes \(other.route) and \(route.route) are the same for some requests")
    }
    // A path without inputs goes before one with them.
    byTable = Dictionary(grouping: routes, by: \.path.table)
      .mapValues { $0.sorted { $0.path.inputs.count < $1.path.inputs.count } }
  }

  /// Finds the function for a request.
  ///
  /// - Parameters:
  ///   - rest: the path below `/rest/v1/`, still encoded.
  ///   - query: the query, still encoded; nil without one.
  /// - Returns: nil for a request that no route has.
  func call(_ head: IncomingRequest, below rest: Substring, _ query: Substring?) -> TableCall? {
    let table = rest.utf8.prefix { $0 != UInt8(ascii: "/") }
    guard let routes = byTable[String(Substring(table))] else { return nil }
    let segments = rest.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: Self.maximumSegments, omittingEmptySubsequences: false
    ).map(Substring.init)
    let method = Self.method(of: head)
    for route in routes where route.route.action.method == method {
      let action = route.route.action
      guard let query = TableQuery(query, of: action), let inputs = route.inputs(segments, query) else { continue }
      guard let preferences = TablePreferences(head.headers) else { return nil }
      return TableCall(action, route.served, query, preferences, inputs: inputs)
    }
    return nil
  }

  /// The method by which a request is routed: of a preflight that of the request which it announces.
  private static func method(of head: IncomingRequest) -> HTTPRequest.Method? {
    let method =
      head.method == .options
      ? head.headers.first(.accessControlRequestMethod).flatMap { HTTPRequest.Method($0) } : head.method
    return method == .head ? .get : method
  }
}
