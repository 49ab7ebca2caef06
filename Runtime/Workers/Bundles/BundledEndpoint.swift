package import Channel
package import Edge

/// A function of a bundle, as its manifest describes it. Its handler runs in a worker.
///
/// It is a class, so that a call passes one reference.
package final class BundledEndpoint: Endpoint {
  /// The version of the bundle whose workers run it.
  package let version: BundleVersion
  /// The name in the URL, or the job's.
  package let name: String
  /// The part of the bundle that a worker runs.
  package let target: CallTarget
  /// The group of functions that share its workers.
  package let group: String
  package let traits: EndpointTraits
  package let schema: FunctionSchema
  private let caller: any BundleCaller

  package init(
    _ name: String, of version: BundleVersion, target: CallTarget, group: String, traits: EndpointTraits,
    schema: FunctionSchema, caller: any BundleCaller
  ) {
    self.name = name
    self.version = version
    self.target = target
    self.group = group
    self.traits = traits
    self.schema = schema
    self.caller = caller
  }

  /// Checks a caller by the declared access. What a custom access adds is checked by the worker.
  package func admit(_ identity: Identity?) throws(AdmissionError) {
    try DeclaredAccess(traits).admit(identity)
  }

  package nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    try await caller.call(self, request, invocation)
  }

  /// Checks an input in a worker, as the handler would decode it, and makes its unique key.
  package func queueKey(of input: [UInt8]) async throws -> String? {
    try await caller.queueKey(of: input, for: self)
  }
}

extension BundledEndpoint: PlacedEndpoint {
  package func takePlace(for invocation: Invocation) -> CallPlace? { caller.takePlace(for: self, invocation) }

  package nonisolated(nonsending) func place(for invocation: Invocation) async throws -> CallPlace {
    try await caller.place(for: self, invocation)
  }
}
