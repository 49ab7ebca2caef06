package import Edge
package import Workers

/// A caller of workers that answers every call without one.
package struct NoCalls: BundleCaller {
  package init() {}

  package nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response { .noContent }

  package func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String? { nil }
}
