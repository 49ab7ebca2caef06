package import Edge

/// Calls a bundle's endpoints in its workers. The host's `WorkerSystem` is one.
package protocol BundleCaller: Sendable {
  /// Runs an endpoint once in a worker of its group and version.
  ///
  /// - Throws: what ``Endpoint/invoke(_:_:)`` throws; `WorkerFailure` if the worker cannot answer.
  nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response

  /// Checks an input for the queue in a worker, and makes its unique key.
  ///
  /// - Throws: ``FunctionError`` if the JSON does not decode as the endpoint's input.
  func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String?
}
