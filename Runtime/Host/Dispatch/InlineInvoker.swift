public import Edge

/// Runs functions in the host's own process, on the thread and the task of the caller.
///
/// This is the fastest way, and has no protection: a function that traps ends the host.
public struct InlineInvoker: Invoker {
  /// The only one: it holds nothing.
  public init() {}

  /// Calls the function's handler.
  public nonisolated(nonsending) func invoke(
    _ function: any Endpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response {
    try await function.invoke(request, invocation)
  }
}
