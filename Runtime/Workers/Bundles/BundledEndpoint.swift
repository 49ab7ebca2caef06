package import Edge

/// A function of a bundle, as its manifest describes it. Its handler runs in a worker.
///
/// It is a class, so that a call passes one reference.
package final class BundledEndpoint: Endpoint {
  /// The way by which a worker reaches the function.
  package enum Kind: Sendable, Hashable {
    /// A function at `/functions/v1`.
    case function
    /// A database function at `/rest/v1/rpc`.
    case procedure
    /// The function of a route, by its place among the bundle's routes.
    case route(Int)
    /// A job.
    case job
  }

  /// The version of the bundle whose workers run it.
  package let version: BundleVersion
  /// The name in the URL, or the job's.
  package let name: String
  /// The way by which a worker reaches it.
  package let kind: Kind
  /// The group of functions that share its workers.
  package let group: String
  package let traits: EndpointTraits
  package let schema: FunctionSchema
  /// Whether an enqueued input is checked, and given its unique key, in a worker.
  package let checksInputs: Bool
  private let caller: any BundleCaller

  package init(
    _ name: String, of version: BundleVersion, kind: Kind, group: String, traits: EndpointTraits,
    schema: FunctionSchema, checksInputs: Bool, caller: any BundleCaller
  ) {
    self.name = name
    self.version = version
    self.kind = kind
    self.group = group
    self.traits = traits
    self.schema = schema
    self.checksInputs = checksInputs
    self.caller = caller
  }

  /// Checks a caller by the declared access. What a custom access adds is checked by the worker.
  package func admit(_ identity: Identity?) throws(AdmissionError) {
    try DeclaredAccess(traits).admit(identity)
  }

  package nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    try await caller.call(self, request, invocation)
  }

  package func queueKey(of input: [UInt8]) async throws -> String? {
    checksInputs ? try await caller.queueKey(of: input, for: self) : nil
  }
}
