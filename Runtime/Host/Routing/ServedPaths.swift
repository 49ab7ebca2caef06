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
