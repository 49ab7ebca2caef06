import Host
import Jobs
import Workers

/// A checked application with its settings, which is not served yet.
struct PreparedApplication: BundleChange {
  let application: Application
  let configuration: LoadedConfiguration
  let registry: JobRegistry
  let state: ServedState
  let target: ServedApplication

  func migrate() async throws(BundleFault) { try await target.migrate(self) }

  func serve() async { await target.serve(self) }
}
