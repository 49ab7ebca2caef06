import Edge
import HTTPTypes

/// The look-up of the functions that answer requests to tables.
struct TableRoutes: Sendable {
  /// The routes by the first segment of their paths.
  private let byTable: [String: [ServedTable]]

  /// The most segments of a request's path that are read.
  private static let maximumSegments = 16

  /// - Throws: ``CatalogueError`` for two routes that one request can match.
  init(_ routes: [ServedTable]) throws(CatalogueError) {
    for (index, route) in routes.enumerated() {
      guard let other = routes[..<index].first(where: { $0.overlaps(route) }) else { continue }
      throw CatalogueError("The routes \(other.route) and \(route.route) are the same for some requests")
    }
    // A path without inputs goes before one with them.
    byTable = Dictionary(grouping: routes, by: \.path.table)
      .mapValues { $0.sorted { $0.path.inputs.count < $1.path.inputs.count } }
  }

  /// Finds the function for a request. The path below `/rest/v1/` and the query are still encoded.
  ///
  /// - Returns: the call, or the reason why no route of the table matches; nil for a table without routes.
  func call(
    _ head: IncomingRequest, below rest: Substring, _ query: Substring?
  ) -> Result<TableCall, TableRefusal>? {
    let first = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") })
    guard let table = PercentEncoding.decode(first, plusIsSpace: false), let routes = byTable[table] else { return nil }
    let segments = rest.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: Self.maximumSegments, omittingEmptySubsequences: false
    ).map(Substring.init)
    let method = Self.method(of: head)
    var cause: TableRefusal.Cause?
    for route in routes {
      guard let values = route.path.values(in: segments) else { continue }
      let action = route.route.action
      do throws(TableRefusal.Cause) {
        guard action.method == method else { throw .method }
        var query = try TableQuery(query, of: action)
        if action == .select, let range = head.headers.values(.range).first { try query.keep(range: range) }
        let inputs = try route.inputs(values, query)
        let preferences = try TablePreferences(head.headers)
        return .success(TableCall(action, route.served, query, preferences, inputs: inputs))
      } catch {
        // The fault of a route with the request's method says more than another method does.
        if cause == nil || cause == .method { cause = error }
      }
    }
    return .failure(TableRefusal(cause ?? .path, of: table, method ?? head.method, routes.map(\.route)))
  }

  /// The method by which a request is routed. For a preflight it is that of the announced request.
  private static func method(of head: IncomingRequest) -> HTTPRequest.Method? {
    let method =
      head.method == .options
      ? head.headers.first(.accessControlRequestMethod).flatMap { HTTPRequest.Method($0) } : head.method
    return method == .head ? .get : method
  }
}
