/// The contents of a bundle: what a host needs to know before it starts a worker of it.
///
/// `executable manifest` prints it as JSON. The first frame of a worker has it, whole or in its brief form.
package struct Manifest: Codable, Sendable, Hashable {
  /// The version of the channel's protocol that this build speaks.
  package static let currentProtocol = 1

  /// The version of the channel's protocol that the bundle was built with.
  package var protocolVersion = currentProtocol
  package var bundle: String
  /// The functions at `/functions/v1`.
  package var functions: [ManifestFunction]
  /// The database functions at `/rest/v1/rpc`.
  package var procedures: [ManifestFunction]
  /// The functions that answer requests to tables.
  package var routes: [ManifestRoute]
  /// The jobs with a schedule.
  package var jobs: [ManifestJob]
  package var migrations: [ManifestMigrations]
  /// The groups that share workers: their names, and the names of their functions and jobs.
  package var groups: [String: [String]]
  /// Whether the bundle inserts rows that a first call needs.
  package var hasSeed: Bool
  /// The buckets that the seed fills; nil for none. The host makes those that its embedded storage lacks.
  package var buckets: [String]?
  /// The function whose call the host shows.
  package var example: String?
  /// The bundle id of the app that notifications are for.
  package var topic: String?
  /// The function that lists the outcomes of notifications.
  package var deliveries: String?

  package init(
    bundle: String, functions: [ManifestFunction] = [], procedures: [ManifestFunction] = [],
    routes: [ManifestRoute] = [], jobs: [ManifestJob] = [], migrations: [ManifestMigrations] = [],
    groups: [String: [String]] = [:], hasSeed: Bool = false, buckets: [String]? = nil, example: String? = nil,
    topic: String? = nil, deliveries: String? = nil
  ) {
    self.bundle = bundle
    self.functions = functions
    self.procedures = procedures
    self.routes = routes
    self.jobs = jobs
    self.migrations = migrations
    self.groups = groups
    self.hasSeed = hasSeed
    self.buckets = buckets
    self.example = example
    self.topic = topic
    self.deliveries = deliveries
  }

  /// The names of its functions and jobs.
  package var names: [String] {
    (functions + procedures + routes.map(\.function)).map(\.name) + jobs.map(\.name)
  }

  /// The manifest without the bundle's parts: the first frame of a worker whose host has the whole one already.
  ///
  /// The manifest of a bundle of 45 functions has 250 KB of JSON, which each start would write and read.
  package var brief: Manifest {
    var manifest = Manifest(bundle: bundle)
    manifest.protocolVersion = protocolVersion
    return manifest
  }
}
