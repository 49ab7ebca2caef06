public import Edge

/// Runs functions in the host's process, in the task of the caller.
///
/// It is fast and has no isolation: a function that traps ends the host.
public struct InlineInvoker: Invoker {
  /// Creates an invoker.
  public init() {}

  /// Calls the function's handler.
  public nonisolated(nonsending) func invoke(
    _ function: any Endpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response {
    try await function.invoke(request, invocation)
  }
}
