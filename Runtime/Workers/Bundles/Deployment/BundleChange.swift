/// Checked bundles that are not served yet.
package protocol BundleChange: Sendable {
  /// Applies the migrations that the database lacks.
  ///
  /// - Throws: ``BundleFault`` for a migration that fails. It is undone; those before it stay.
  func migrate() async throws(BundleFault)

  /// Serves the bundles from the next request, tick and claim on.
  func serve() async
}
