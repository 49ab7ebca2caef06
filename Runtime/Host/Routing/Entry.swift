import Edge

/// A function as the host serves it. A class, so that a request that was routed holds one reference.
final class Entry: Sendable {
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
