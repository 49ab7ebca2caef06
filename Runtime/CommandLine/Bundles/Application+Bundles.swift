import Channel
import Edge
import Host
import Workers

extension Application {
  /// This program's functions and jobs together with those of bundles.
  ///
  /// - Throws: ``BundleFault`` for names that are taken, and for migrations that contradict each other.
  func adding(_ bundles: [LoadedBundle]) throws(BundleFault) -> Application {
    guard !bundles.isEmpty else { return self }
    let sum = try BundledApplication(
      bundles, functions: functions, procedures: procedures, jobs: jobs, migrations: migrations)
    var application = self
    application.functions += sum.functions
    application.procedures += sum.procedures
    application.routes += sum.routes
    application.jobs += sum.jobs
    application.migrations = sum.migrations
    application.bundles = sum.bundles
    application.example = example ?? sum.bundles.lazy.compactMap(\.manifest.example).first
    application.deliveries = deliveries ?? sum.bundles.lazy.compactMap(\.manifest.deliveries).first
    application.topic = topic ?? sum.bundles.lazy.compactMap(\.manifest.topic).first
    return application
  }

  /// The functions, procedures, routes and document of this application, in the form that the host serves.
  func served(_ configuration: LoadedConfiguration) -> ServedFunctions {
    ServedFunctions(
      functions: functions, procedures: procedures, routes: routes, document: documentMadeOnce(configuration.host))
  }
}
