/// Runs functions: the boundary between the host, which routes, admits, limits and responds, and an author's code.
///
/// Requests and jobs go through the same invoker. A function gets everything it uses from the invocation's
/// ``Services``.
public protocol Invoker: Sendable {
  /// Runs a function once.
  ///
  /// Cancelling the task cancels the handler. Both bodies may be streamed: the request's body may still arrive after
  /// the handler has started, and the response's body may be written after this call has returned.
  ///
  /// - Parameters:
  ///   - function: the function.
  ///   - request: its request.
  ///   - invocation: the run's id, trigger, caller, deadline and services.
  /// - Returns: the function's response.
  /// - Throws: ``AdmissionError`` for a caller that is not admitted, and the ``FunctionError`` that the handler throws;
  ///   any other error is a fault of the function.
  nonisolated(nonsending) func invoke(
    _ function: any Endpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response
}
