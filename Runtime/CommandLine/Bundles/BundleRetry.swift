import ServiceLifecycle
import Workers

/// Tries deployed bundles again that are not served. The pauses are those between the starts of workers that keep
/// ending: a minute, then 2, 4, 8 and 15 minutes.
struct BundleRetry: Service {
  private static let shortest = Duration.seconds(60)
  private static let longest = Duration.seconds(900)

  let bundles: BundleHost

  func run() async throws {
    await cancelWhenGracefulShutdown { await retry() }
  }

  private func retry() async {
    var pause = Self.shortest
    while (try? await Task.sleep(for: pause)) != nil {
      if bundles.deployer.problems.isEmpty {
        pause = Self.shortest
      } else {
        await bundles.takeIndex()
        pause = min(pause * 2, Self.longest)
      }
    }
  }
}
