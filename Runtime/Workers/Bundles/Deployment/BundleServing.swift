/// The host of a ``BundleDeployer``: it checks what it is to serve, and then serves it.
package protocol BundleServing: Sendable {
  /// Checks all bundles that are to be served from now on: names, routes, limits, schedules, settings. Nothing changes.
  ///
  /// - Throws: ``BundleFault`` that says what is wrong, where, and what to do.
  func check(_ bundles: [LoadedBundle]) async throws(BundleFault) -> any BundleChange
}
