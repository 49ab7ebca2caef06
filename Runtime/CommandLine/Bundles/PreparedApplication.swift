import Host
import Jobs
import Workers

/// A checked application with its settings, which is not served yet.
struct PreparedApplication: BundleChange {
  let application: Application
  let configuration: LoadedConfiguration
  let registry: JobRegistry
  let state: ServedState
  /// Applies its migrations.
  let migrating: @Sendable (PreparedApplication) async throws(BundleFault) -> Void
  /// Serves it.
  let serving: @Sendable (PreparedApplication) async -> Void

  func migrate() async throws(BundleFault) { try await migrating(self) }

  func serve() async { await serving(self) }
}
