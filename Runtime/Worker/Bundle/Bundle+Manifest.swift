package import Channel

extension Bundle {
  /// What a host needs to know of the bundle.
  package var manifest: Manifest {
    Manifest(
      bundle: name, functions: functions.map(ManifestFunction.init), procedures: procedures.map(ManifestFunction.init),
      routes: routes.map(ManifestRoute.init), jobs: jobs.map(ManifestJob.init),
      migrations: migrations.map(ManifestMigrations.init), groups: groups, hasSeed: seed != nil,
      buckets: buckets.isEmpty ? nil : buckets, example: example, topic: topic, deliveries: deliveries)
  }
}
