import Glibc
import FoundationEssentials
import Logging
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

  /// Serves a file, after a change that is under way.
  private func take(_ file: BundleFile) async {
    _ = try? await bundles.changing("Serving a newer executable", file.path) {
      try await bundles.deployer.update(file)
    }
  }

  private static func sight(of path: String) -> FileWatchState.Sight? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileWatchState.Sight(
      size: Int64(status.st_size),
      changedAt: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino), isExecutable: status.st_mode & 0o111 != 0)
  }
}

extension BundleHost {
  /// The service that watches the executables after `--bundle`.
  func watching() -> BundleWatcher {
    let files = served.configuration.bundles.files.filter { if case .flag = $0.origin { true } else { false } }
    return BundleWatcher(files: files, bundles: self)
  }
}
