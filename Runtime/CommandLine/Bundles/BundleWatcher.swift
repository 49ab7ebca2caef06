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
    // What was served at the last look, while a file is refused.
    var served: Set<BundleVersion>?
    while (try? await Task.sleep(for: Self.interval)) != nil {
      let changed = files.changed(at: .now)
      guard !changed.isEmpty || files.hasRefused else {
        served = nil
        continue
      }
      let before = if let served { served } else { await bundles.deployer.versions }
      for file in changed {
        if await !take(file) { files.refused(file) }
      }
      let now = await bundles.deployer.versions
      if now != before { files.servingChanged() }
      served = now
    }
  }

  /// Serves a file, once a change that is under way has ended.
  ///
  /// - Returns: whether it is served now.
  private func take(_ file: BundleFile) async -> Bool {
    let report = try? await bundles.changing("Serving a newer executable", file.path) {
      try await bundles.deployer.update(file)
    }
    return report != nil
  }
}

extension BundleHost {
  func watching() -> BundleWatcher { BundleWatcher(files: flagged, bundles: self) }
}
