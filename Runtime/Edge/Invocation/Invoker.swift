/// Where functions run: the seam between a host, which routes, admits, limits and answers, and the code of an author.
///
/// A request and a run of a job are invocations alike, and go through the same invoker. What the function may do with the
/// world comes with the invocation's ``Services``.
public protocol Invoker: Sendable {
  /// Runs a function once.
  ///
  /// The task's cancellation reaches the handler. Bodies stream both ways: the request's may still arrive when the handler
  /// starts, and the response's may still be made when this returns.
  ///
  /// - Parameters:
  ///   - function: the function.
  ///   - request: what it gets.
  ///   - invocation: the run's id, trigger, caller and deadline, and what the host lends to it.
  /// - Returns: the function's response.
  /// - Throws: ``AdmissionError`` for a caller who is not let in, ``FunctionError`` for what the function answers on
  ///   purpose; anything else is a fault of the function.
  nonisolated(nonsending) func invoke(
    _ function: any Endpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response
}
