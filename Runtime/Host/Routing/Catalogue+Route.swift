import Edge

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

  private func route(_ head: IncomingRequest, _ target: RequestTarget) -> Route {
    let path = target.path
    if target.isMalformed { return .malformed(paths.handler(of: path)) }
    if let rest = Self.below(Self.functionsPrefix, path) {
      let (first, below) = Self.split(rest)
      // The host's own routes have one spelling, by which a proxy can keep them from clients.
      if first == Self.ownName { return internalRoute(below) }
      let name = Self.name(first)
      if let served = functions[name] { return .function(served, path: below) }
      // A server that skips empty segments would read the next segment as the name.
      guard !name.isEmpty, name != Self.ownName, let others = paths.unknownFunctions else { return .unknownFunction }
      return .handled(others)
    }
    if let rest = Self.below(Self.tablesPrefix, path) {
      let (first, below) = Self.split(rest)
      if Self.name(first) == "rpc", let called = Self.below("/", below) {
        return procedures[Self.name(called)].map(Route.procedure) ?? handled(path) ?? .unknownProcedure(String(called))
      }
      switch tables.call(head, below: rest, target.query) {
      case .success(let call)?: return .table(call)
      case .failure(let refusal)?: return handled(path, refusal) ?? .nothing
      case nil: break
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

  /// The name below `/functions/v1` of the host's own routes.
  private static let ownName = "_internal"

  /// A segment of a path as a name to look up. An escaped letter is another spelling of the letter (RFC 3986, section
  /// 6.2.2.2).
  private static func name(_ segment: Substring) -> String {
    PercentEncoding.decode(segment, plusIsSpace: false) ?? String(segment)
  }

  private static func split(_ path: Substring) -> (first: Substring, below: Substring) {
    guard let slash = path.utf8.offset(where: { $0 == UInt8(ascii: "/") }) else { return (path, "") }
    let index = path.utf8.index(path.startIndex, offsetBy: slash)
    return (path[..<index], path[index...])
  }
}
