import Edge

/// The checked functions, by name.
public struct Catalogue: Sendable {
  let functions: [String: ServedFunction]
  let procedures: [String: ServedFunction]
  let controls: [String: ServedFunction]
  let tables: TableRoutes
  let paths: PathTable
  /// The limits on paths that nothing answers, by the name under which they are counted; nil without limits.
  let unroutedLimits: RouteLimits?
  let metrics: [String: FunctionMetrics]
  /// Routes by whole targets, for requests to a function without a further path and without a query: most requests.
  let plain: [String: Route]

  /// Checks the names and settings of the functions at `/functions/v1/<name>`, the database functions at
  /// `/rest/v1/rpc/<name>`, the functions of table routes, and the host's own commands at
  /// `/functions/v1/_internal/<name>`. A rate limit counts in this process alone by default.
  ///
  /// - Throws: ``CatalogueError`` for a malformed or repeated name or route, or a `verify_jwt = false` that contradicts
  ///   the code.
  init(
    functions: [any Endpoint], procedures: [any Endpoint], routes: [TableRoute] = [], controls: [any Endpoint] = [],
    paths: PathHandlers = PathHandlers(), configuration: HostConfiguration, services: Services, metrics: HostMetrics,
    counter: (String, CellRate) -> LimitCounter = { .local(CallLimiter($1)) }
  ) throws(CatalogueError) {
    let limited = functions + procedures + routes.map(\.endpoint)
    let limits = try RateLimits(configuration.callLimits, limited, metrics, counter: counter)
    self.paths = PathTable(paths, metrics, limits)
    unroutedLimits = limits.limits(of: "unrouted")
    self.functions = try Self.table(functions, kind: "function", configuration, services, metrics, limits)
    self.procedures = try Self.table(procedures, kind: "database function", configuration, services, metrics, limits)
    self.controls = try Self.table(controls, kind: "control", configuration, services, metrics, nil)
    var tables: [ServedTable] = []
    for route in routes {
      let served = try Self.served(route.endpoint, kind: "function", configuration, services, metrics, limits)
      if let served { tables.append(try ServedTable(route, served)) }
    }
    self.tables = try TableRoutes(tables)
    let served = Array(self.functions.values) + self.procedures.values + tables.map(\.served)
    self.metrics = Dictionary(served.map { ($0.endpoint.name, $0.metrics) }) { own, _ in own }
    let plain =
      self.functions.map { ("\(Self.functionsPrefix)\($0)", Route.function($1, path: "")) }
      + self.procedures.map { ("\(Self.proceduresPrefix)\($0)", Route.procedure($1)) }
    self.plain = Dictionary(uniqueKeysWithValues: plain)
  }

  private static func table(
    _ endpoints: [any Endpoint], kind: String, _ configuration: HostConfiguration, _ services: Services,
    _ metrics: HostMetrics, _ limits: RateLimits?
  ) throws(CatalogueError) -> [String: ServedFunction] {
    var table: [String: ServedFunction] = [:]
    for endpoint in endpoints {
      guard table[endpoint.name] == nil else { throw CatalogueError("There are two \(kind)s named \(endpoint.name)") }
      table[endpoint.name] = try served(endpoint, kind: kind, configuration, services, metrics, limits)
    }
    return table
  }

  /// A function with its settings; nil for one that is switched off.
  private static func served(
    _ endpoint: any Endpoint, kind: String, _ configuration: HostConfiguration, _ services: Services,
    _ metrics: HostMetrics, _ limits: RateLimits?
  ) throws(CatalogueError) -> ServedFunction? {
    let own = try settings(of: endpoint, kind: kind, configuration)
    guard own.enabled else { return nil }
    let fallback = endpoint.traits.input == .stream ? configuration.limits.rawBody : configuration.limits.jsonBody
    return ServedFunction(
      endpoint: endpoint,
      needsToken: own.verifyJWT ?? endpoint.traits.needsToken,
      bodyLimit: own.maximumBody ?? fallback,
      time: own.time(within: configuration.limits),
      services: services.with(secretsOf: endpoint, in: configuration),
      metrics: metrics.function(endpoint.name),
      limits: limits?.limits(of: endpoint.name, declaring: endpoint.traits.limits.keys))
  }
}
