import Edge
import HTTPServer
import Loop
import Synchronization

/// A function with the settings under which the host serves it. It is a class, so that a route holds one reference.
final class ServedFunction: Sendable {
  let endpoint: any Endpoint
  let needsToken: Bool
  let bodyLimit: Int
  /// The limits on the time of its calls; nil for those of the host.
  let time: ExchangeLimits?
  let services: Services
  let metrics: FunctionMetrics
  let label: FunctionLabel
  /// The limits on its calls; nil without limits.
  let limits: RouteLimits?
  /// The handler as code that may block the loop of its request.
  let code = BlockingCode()
  private let memberShapes = Mutex<[String: JSONSchema.Shape]?>(nil)

  init(
    endpoint: any Endpoint, needsToken: Bool, bodyLimit: Int, time: ExchangeLimits?, services: Services,
    metrics: FunctionMetrics, limits: RouteLimits?
  ) {
    self.endpoint = endpoint
    self.needsToken = needsToken
    self.bodyLimit = bodyLimit
    self.time = time
    self.services = services
    self.metrics = metrics
    self.limits = limits
    label = FunctionLabel(endpoint.name)
  }

  /// The time for a whole call, in seconds.
  func wallClock(within limits: Limits) -> Double { time?.wallClock ?? limits.wallClock }

  /// The kinds of values of the input's members; empty if they are unknown. They are recorded once.
  var inputShapes: [String: JSONSchema.Shape] {
    memberShapes.withLock { shapes in
      if let shapes { return shapes }
      var recorded: [String: JSONSchema.Shape] = [:]
      if case .json(let input) = endpoint.schema.input, case .object(let object) = input.shape {
        for member in object.members { recorded[member.key] = member.schema.shape }
      }
      shapes = recorded
      return recorded
    }
  }
}
