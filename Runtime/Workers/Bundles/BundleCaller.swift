package import Edge

/// Calls a bundle's endpoints in its workers. The host's `WorkerSystem` is one.
package protocol BundleCaller: Sendable {
  /// Runs an endpoint once in a worker of its group and version.
  ///
  /// - Throws: what ``Endpoint/invoke(_:_:)`` throws; `WorkerFailure` if the worker cannot answer.
  nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response

  /// Takes a place for one call without a wait; nil if the call has to wait.
  func takePlace(for endpoint: BundledEndpoint, _ invocation: Invocation) -> CallPlace?

  /// Waits for a place for one call.
  ///
  /// - Throws: `WorkerFailure` if no place becomes free in time; `CancellationError`.
  nonisolated(nonsending) func place(
    for endpoint: BundledEndpoint, _ invocation: Invocation
  ) async throws -> CallPlace

  /// Checks an input for the queue in a worker, and makes its unique key.
  ///
  /// - Throws: ``FunctionError`` if the JSON does not decode as the endpoint's input.
  func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String?
}

/// The places of a caller without workers: its calls never wait.
extension BundleCaller {
  package func takePlace(for endpoint: BundledEndpoint, _ invocation: Invocation) -> CallPlace? {
    CallPlace(endpoint)
  }

  package nonisolated(nonsending) func place(
    for endpoint: BundledEndpoint, _ invocation: Invocation
  ) async throws -> CallPlace { CallPlace(endpoint) }
}
