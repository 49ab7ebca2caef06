import Edge
import Loop

/// A function with the settings under which the host serves it. It is a class, so that a route holds one reference.
final class ServedFunction: Sendable {
  let endpoint: any Endpoint
  let needsToken: Bool
  let bodyLimit: Int
  let services: Services
  let metrics: FunctionMetrics
  let label: FunctionLabel
  /// The limits on its calls; nil without limits.
  let limits: RouteLimits?
  /// The handler as code that may block the loop of its request.
  let code = BlockingCode()

  init(
    endpoint: any Endpoint, needsToken: Bool, bodyLimit: Int, services: Services, metrics: FunctionMetrics,
    limits: RouteLimits?
  ) {
    self.endpoint = endpoint
    self.needsToken = needsToken
    self.bodyLimit = bodyLimit
    self.services = services
    self.metrics = metrics
    self.limits = limits
    label = FunctionLabel(endpoint.name)
  }
}
