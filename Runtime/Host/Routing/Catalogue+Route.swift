extension Catalogue {
  static let functionsPrefix: StaticString = "/functions/v1/"
  static let proceduresPrefix: StaticString = "/rest/v1/rpc/"
  static let tablesPrefix: StaticString = "/rest/v1/"

  /// Splits a request's target and finds its route, for most targets by one look-up in a dictionary.
  func arrive(_ head: IncomingRequest) -> (RequestTarget, Route) {
    if let route = plain[head.target] { return (RequestTarget(path: head.target[...], query: nil), route) }
    let target = RequestTarget(head.target)
    return (target, route(head, target))
  }

  /// Finds the route of a request.
  private func route(_ head: IncomingRequest, _ target: RequestTarget) -> Route {
    if target.isMalformed { return .malformed }
    let path = target.path
    if let rest = Self.below(Self.functionsPrefix, path) {
      let (name, below) = Self.split(rest)
      if let served = functions[String(name)] { return .function(served, path: below) }
      if name == "_internal" { return internalRoute(below) }
      return paths.unknownFunctions.map { Route.handled($0) } ?? .unknownFunction
    }
    if let rest = Self.below(Self.proceduresPrefix, path) {
      let name = String(rest)
      return procedures[name].map(Route.procedure) ?? handled(path) ?? .unknownProcedure(name)
    }
    if let rest = Self.below(Self.tablesPrefix, path), let call = tables.call(head, below: rest, target.query) {
      switch call {
      case .success(let call): return .table(call)
      case .failure(let refusal): return handled(path, refusal) ?? .nothing
      }
    }
    return path == "/metrics" ? .metricText : handled(path) ?? .nothing
  }

  /// The route of a path that a handler has; nil for another path.
  private func handled(_ path: Substring, _ refusal: TableRefusal? = nil) -> Route? {
    paths.handler(of: path).map { Route.handled($0, refusal) }
  }

  /// The limits on the calls of a route without a function; the host's own routes have none.
  func limits(beside route: Route) -> RouteLimits? {
    switch route {
    case .handled(let served, _): served.limits
    case .unknownFunction, .unknownProcedure, .nothing, .malformed: unroutedLimits
    case .function, .procedure, .table, .control, .unknownControl, .health, .ready, .metricJSON, .metricText,
      .document:
      nil
    }
  }

  private func internalRoute(_ path: Substring) -> Route {
    switch path {
    case "/health": .health
    case "/ready": .ready
    case "/metric": .metricJSON
    case "/openapi.json": .document
    default: controls[String(path.dropFirst())].map(Route.control) ?? .unknownControl
    }
  }

  /// The rest of a path after a prefix; nil without that prefix. Encoded bytes are compared.
  private static func below(_ prefix: StaticString, _ path: Substring) -> Substring? {
    let count = prefix.utf8CodeUnitCount
    let isBelow = unsafe path.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count >= count else { return false }
      for index in 0..<count where unsafe bytes[index] != prefix.utf8Start[index] { return false }
      return true
    }
    guard isBelow ?? path.utf8.starts(with: "\(prefix)".utf8) else { return nil }
    return path[path.utf8.index(path.startIndex, offsetBy: count)...]
  }

  private static func split(_ path: Substring) -> (first: Substring, below: Substring) {
    guard let slash = path.utf8.offset(where: { $0 == UInt8(ascii: "/") }) else { return (path, "") }
    let index = path.utf8.index(path.startIndex, offsetBy: slash)
    return (path[..<index], path[index...])
  }
}
