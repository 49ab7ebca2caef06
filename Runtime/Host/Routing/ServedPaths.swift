import Edge
import HTTPTypes

/// A handler with its counters. It is a class, so that a route holds one reference.
final class ServedPaths: Sendable {
  let handler: any PathHandler
  let metrics: FunctionMetrics
  let label: FunctionLabel
  /// The limits on its requests; nil without limits.
  let limits: RouteLimits?
  /// The names of the operations of sign-in; nil for other handlers.
  private let signIn: SignInOperations?

  init(_ handler: any PathHandler, _ metrics: HostMetrics, _ limits: RateLimits) {
    self.handler = handler
    self.metrics = metrics.function(handler.name, .service, isMeasured: handler.isRecorded)
    label = FunctionLabel(handler.name)
    signIn = handler.name == "auth" ? SignInOperations(metrics.names, other: self.metrics.operation) : nil
    self.limits = limits.limits(of: handler.name)
  }

  /// Whether it answers `/auth/v1`.
  var isSignIn: Bool { signIn != nil }

  func operation(of method: HTTPRequest.Method, _ target: RequestTarget) -> OperationName {
    signIn?.name(of: method, target) ?? metrics.operation
  }
}
