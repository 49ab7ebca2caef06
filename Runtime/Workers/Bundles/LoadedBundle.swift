package import Channel
package import Edge

/// One version of a bundle with everything that a host serves of it.
package struct LoadedBundle: Sendable {
  package let version: BundleVersion
  package let manifest: Manifest
  /// The functions at `/functions/v1`.
  package let functions: [BundledEndpoint]
  /// The database functions at `/rest/v1/rpc`.
  package let procedures: [BundledEndpoint]
  /// The functions that answer requests to tables.
  package let routes: [TableRoute]
  package let jobs: [Job]
  package let migrations: [MigrationSet]

  package var name: String { version.bundle }

  /// The number of its database functions and of the requests to tables that it answers.
  package var restCount: Int { procedures.count + routes.count }

  /// Checks a manifest, and makes what a host serves.
  ///
  /// - Parameters:
  ///   - groups: the groups of `[functions.<name>] group`, by name.
  ///   - caller: returns the caller of a group's workers.
  /// - Throws: ``BundleFault`` for a manifest of another protocol, a malformed name or a value out of range.
  package init(
    _ manifest: Manifest, version: BundleVersion, groups configured: [String: String] = [:],
    caller: (_ group: String) -> any BundleCaller
  ) throws(BundleFault) {
    try ManifestCheck.check(manifest)
    let groups = try BundleGroups(manifest, configured: configured)
    let made: (functions: [BundledEndpoint], procedures: [BundledEndpoint], routes: [TableRoute], jobs: [Job])
    do throws(MessageFault) {
      made = try Self.endpoints(manifest, version, groups, caller)
    } catch {
      throw BundleFault(
        "The manifest of the bundle \(manifest.bundle) is malformed: \(error.description)",
        hint: "build it with the same release of Swiftlet as the host")
    }
    self.version = version
    self.manifest = manifest
    (functions, procedures, routes, jobs) = made
    migrations = manifest.migrations.map(\.set)
  }

  private static func endpoints(
    _ manifest: Manifest, _ version: BundleVersion, _ groups: BundleGroups, _ caller: (String) -> any BundleCaller
  ) throws(MessageFault) -> ([BundledEndpoint], [BundledEndpoint], [TableRoute], [Job]) {
    func endpoint(_ function: ManifestFunction, _ target: CallTarget) throws(MessageFault) -> BundledEndpoint {
      BundledEndpoint(
        function.name, of: version, target: target, group: groups[function.name],
        traits: try function.traits.traits(), schema: try function.schema.schema(),
        caller: caller(groups[function.name]))
    }
    var functions: [BundledEndpoint] = []
    for function in manifest.functions { functions.append(try endpoint(function, .function(function.name))) }
    var procedures: [BundledEndpoint] = []
    for function in manifest.procedures { procedures.append(try endpoint(function, .procedure(function.name))) }
    var routes: [TableRoute] = []
    for (index, route) in manifest.routes.enumerated() {
      routes.append(try route.route(try endpoint(route.function, .route(index))))
    }
    var jobs: [Job] = []
    for job in manifest.jobs {
      jobs.append(try Job(job, of: version, group: groups[job.name], caller: caller(groups[job.name])))
    }
    return (functions, procedures, routes, jobs)
  }
}

extension Job {
  /// A job of a bundle, whose handler runs in a worker.
  fileprivate init(
    _ job: ManifestJob, of version: BundleVersion, group: String, caller: any BundleCaller
  ) throws(MessageFault) {
    let (name, own) = (job.name, try job.olderThan())
    let (traits, days) = (try job.traits.traits(), job.days)
    let schema = FunctionSchema(input: .none, output: .none, status: 204)
    self.init(
      name, every: job.schedule, timeZone: job.timeZone, catchUp: try job.catchUpRule(), overlap: try job.overlap(),
      jitter: try job.jitter(), olderThan: own, days: days, kinds: Set(job.kinds), queue: try job.policy()
    ) { ages in
      let isOwn = ages == JobAges(olderThan: own, days: days)
      return BundledEndpoint(
        name, of: version,
        target: .job(name, olderThan: isOwn ? nil : ages.olderThan, days: isOwn ? nil : ages.days), group: group,
        traits: traits, schema: schema, caller: caller)
    }
  }
}
