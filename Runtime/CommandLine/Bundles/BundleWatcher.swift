import Logging
import ServiceLifecycle
import Workers

/// Watches the executables after `--bundle`, and deploys one when its file has changed and is completely written.
struct BundleWatcher: Service {
  private static let interval = Duration.milliseconds(50)

  /// The files as they were before they were copied.
  let files: WatchedFiles
  let bundles: BundleHost

  func run() async throws {
    await cancelWhenGracefulShutdown { await watch() }
  }

  private func watch() async {
    var files = files
    while (try? await Task.sleep(for: Self.interval)) != nil {
      for file in files.changed(at: .now) { await take(file) }
    }
  }

  /// Serves a file, once a change that is under way has ended.
  private func take(_ file: BundleFile) async {
    _ = try? await bundles.changing("Serving a newer executable", file.path) {
      try await bundles.deployer.update(file)
    }
  }
}

extension BundleHost {
  func watching() -> BundleWatcher { BundleWatcher(files: flagged, bundles: self) }
}
