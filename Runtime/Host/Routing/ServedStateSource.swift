import Edge

/// The factory of one host's states. Its properties do not change when functions and settings are replaced.
struct ServedStateSource: Sendable {
  let controls: [any Endpoint]
  let paths: PathHandlers
  /// The services that functions share, but for their secrets.
  let services: Services
  let metrics: HostMetrics
  let counters: LimitCounters

  /// Checks functions and settings.
  ///
  /// - Throws: ``CatalogueError``, whose text says what is wrong, where, and what to do.
  func state(
    of functions: ServedFunctions, _ configuration: HostConfiguration
  ) throws(CatalogueError) -> ServedState {
    let services = services.with(secrets: Secrets(configuration.sharedSecrets))
    let catalogue = try Catalogue(
      functions: functions.functions, procedures: functions.procedures, routes: functions.routes, controls: controls,
      paths: paths, configuration: configuration, services: services, metrics: metrics,
      counter: counters.counter(of:_:))
    return ServedState(
      catalogue: catalogue, configuration: configuration, services: services, document: functions.document)
  }
}
