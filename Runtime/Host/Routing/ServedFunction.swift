import Edge

/// A function with the settings under which the host serves it. It is a class, so that a route holds one reference.
final class ServedFunction: Sendable {
  let endpoint: any Endpoint
  let needsToken: Bool
  let bodyLimit: Int
  let services: Services
  let metrics: FunctionMetrics
  let label: FunctionLabel

  init(endpoint: any Endpoint, needsToken: Bool, bodyLimit: Int, services: Services, metrics: FunctionMetrics) {
    self.endpoint = endpoint
    self.needsToken = needsToken
    self.bodyLimit = bodyLimit
    self.services = services
    self.metrics = metrics
    label = FunctionLabel(endpoint.name)
  }
}
