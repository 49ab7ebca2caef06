/// The result of a deployment, a rollback or an undeployment.
package struct DeploymentReport: Codable, Sendable, Hashable {
  package var bundle: String
  /// The digest that is served now; nil after an undeployment.
  package var digest: String?
  /// The digest that was served before; nil if there was none.
  package var previous: String?
  /// The number of functions now served at `/functions/v1`.
  package var functions: Int
  /// The number of database functions and table routes now served at `/rest/v1`.
  package var routes: Int
  /// The number of jobs now scheduled.
  package var jobs: Int
  /// Whether what is served has changed.
  package var isChanged: Bool
  /// Whether a running host serves it; false if the next host does. Set by the command.
  package var isServed: Bool?

  package init(_ bundle: LoadedBundle, previous: String?, isChanged: Bool = true) {
    self.bundle = bundle.name
    digest = bundle.version.digest
    self.previous = previous
    functions = bundle.functions.count
    routes = bundle.restCount
    jobs = bundle.jobs.count
    self.isChanged = isChanged
  }

  /// The report of an undeployment.
  package init(undeployed bundle: String, previous: String?) {
    self.bundle = bundle
    self.previous = previous
    functions = 0
    routes = 0
    jobs = 0
    isChanged = true
  }

  private enum CodingKeys: String, CodingKey {
    case bundle, digest, previous, functions, routes, jobs
    case isChanged = "changed"
    case isServed = "served"
  }
}
