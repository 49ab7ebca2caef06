package import FoundationEssentials

/// One version of a bundle, as `swiftlet bundles` lists it.
package struct BundleStanding: Codable, Sendable, Hashable {
  package enum State: String, Codable, Sendable, Hashable {
    /// It answers calls.
    case serving
    /// A host serves it from its next start on: none is running, or another process has deployed it.
    case current
    /// It is kept for a rollback.
    case kept
    /// It is the current version, but it could not be loaded; ``problem`` has the reason.
    case broken
  }

  package var bundle: String
  package var digest: String
  package var state: State
  /// `deployed`, or the flag or file that names the executable.
  package var origin: String
  /// The instant of its last deployment; nil for one that a flag or a file names.
  package var deployedAt: Date?
  /// The number of its functions at `/functions/v1`; nil if it is not loaded.
  package var functions: Int?
  /// The number of its database functions and of the requests to tables that it answers, at `/rest/v1`; nil if it is
  /// not loaded.
  package var routes: Int?
  /// The number of its jobs; nil if it is not loaded.
  package var jobs: Int?
  /// Whether a rollback serves another version.
  package var isReversible = false
  /// Why it is broken.
  package var problem: String?

  package init(
    bundle: String, digest: String, state: State, origin: String, deployedAt: Date? = nil, functions: Int? = nil,
    routes: Int? = nil, jobs: Int? = nil, isReversible: Bool = false, problem: String? = nil
  ) {
    self.bundle = bundle
    self.digest = digest
    self.state = state
    self.origin = origin
    self.deployedAt = deployedAt
    self.functions = functions
    self.routes = routes
    self.jobs = jobs
    self.isReversible = isReversible
    self.problem = problem
  }

  private enum CodingKeys: String, CodingKey {
    case bundle, digest, state, origin
    case deployedAt = "deployed_at"
    case functions, routes, jobs, problem
    case isReversible = "reversible"
  }
}
