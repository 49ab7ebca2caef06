/// The handlers of paths that belong to no function.
package struct PathHandlers: Sendable {
  /// The handlers by prefix. A prefix matches itself and what follows it after a slash; the longest one counts.
  package var byPrefix: [(prefix: String, handler: any PathHandler)] = []
  /// The handler of all other paths that the host does not answer itself; with nil they are 404.
  package var others: (any PathHandler)?
  /// The handler of unknown names below `/functions/v1`; with nil they are 404.
  package var unknownFunctions: (any PathHandler)?

  /// No handlers.
  package init() {}
}

/// A handler with its counters. It is a class, so that a route holds one reference.
final class ServedPaths: Sendable {
  let handler: any PathHandler
  let metrics: FunctionMetrics
  /// The limits on its requests; nil without limits.
  let limits: RouteLimits?

  init(_ handler: any PathHandler, _ metrics: HostMetrics, _ limits: RateLimits) {
    self.handler = handler
    self.metrics = metrics.function(handler.name)
    self.limits = limits.limits(of: handler.name)
  }
}

/// The lookup of handlers by path.
struct PathTable: Sendable {
  private let prefixes: [(prefix: String, served: ServedPaths)]
  private let others: ServedPaths?
  /// The handler of unknown names below `/functions/v1`.
  let unknownFunctions: ServedPaths?

  init(_ handlers: PathHandlers, _ metrics: HostMetrics, _ limits: RateLimits) {
    prefixes = handlers.byPrefix.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
      .map { ($0.prefix, ServedPaths($0.handler, metrics, limits)) }
    others = handlers.others.map { ServedPaths($0, metrics, limits) }
    unknownFunctions = handlers.unknownFunctions.map { ServedPaths($0, metrics, limits) }
  }

  /// The handler of a path, by its longest prefix.
  func handler(of path: Substring) -> ServedPaths? {
    for (prefix, served) in prefixes where path.utf8.starts(with: prefix.utf8) {
      let rest = path.utf8.dropFirst(prefix.utf8.count)
      if rest.isEmpty || rest.first == UInt8(ascii: "/") { return served }
    }
    return others
  }
}
