public import Edge
import Loop

/// Runs functions in the host's process, in the task of the caller.
///
/// It is fast and has no isolation: a function that traps ends the host.
public struct InlineInvoker: Invoker {
  /// The largest JSON body, in bytes, that is decoded on the loop of the connection.
  private static let shortBody = 64 << 10

  /// Creates an invoker.
  public init() {}

  /// Calls the function's handler. A request with a long JSON body runs on Swift's pool, because other connections
  /// would wait while a loop decodes it. Jobs are on no loop.
  public nonisolated(nonsending) func invoke(
    _ function: any Endpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response {
    let isShort = request.body.count.map { $0 <= Self.shortBody } ?? false
    if isShort || function.traits.input != .json || invocation.trigger != .http {
      return try await function.invoke(request, invocation)
    }
    return try await globalConcurrentExecutor.perform { try await function.invoke(request, invocation) }
  }
}
