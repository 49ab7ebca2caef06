import Edge

@testable import Workers

/// A caller of workers that answers every call without one.
struct NoCalls: BundleCaller {
  nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response { .noContent }

  func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String? { nil }
}
