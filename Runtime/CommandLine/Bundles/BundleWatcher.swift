import Logging
import Loop
import ServiceLifecycle
import Workers

/// Watches the executables after `--bundle`, and deploys one when its file has changed and is completely written.
struct BundleWatcher: Service {
  private static let interval = Duration.milliseconds(50)

  let files: [BundleFile]
  let bundles: BundleHost

  func run() async throws {
    await cancelWhenGracefulShutdown { await watch() }
  }

  private func watch() async {
    var states = files.map { FileWatchState(taken: Self.sight(of: $0.path)) }
    while (try? await Task.sleep(for: Self.interval)) != nil {
      for (index, file) in files.enumerated() {
        guard states[index].saw(Self.sight(of: file.path), at: .now) else { continue }
        await take(file)
      }
    }
  }

  /// Serves a file, once a change that is under way has ended.
  private func take(_ file: BundleFile) async {
    _ = try? await bundles.changing("Serving a newer executable", file.path) {
      try await bundles.deployer.update(file)
    }
  }

  private static func sight(of path: String) -> FileWatchState.Sight? {
    guard let status = FileStatus(of: path), status.kind == .regular else { return nil }
    return FileWatchState.Sight(
      size: status.size, modified: status.modified, identity: status.identity,
      isExecutable: status.permissions & 0o111 != 0)
  }
}

extension BundleHost {
  /// The service that watches the executables after `--bundle`.
  func watching() -> BundleWatcher {
    let files = served.configuration.bundles.files.filter { if case .flag = $0.origin { true } else { false } }
    return BundleWatcher(files: files, bundles: self)
  }
}
