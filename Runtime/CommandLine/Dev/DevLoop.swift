import Console
import ServiceLifecycle

/// A service that builds a package again whenever its sources change, and deploys what was built.
///
/// A build that fails, and an executable that is refused, leave the last good version up.
struct DevLoop: Service {
  /// The package's side of the loop; tests give their own.
  struct Package: Sendable {
    /// Returns the present state of the sources.
    let snapshot: @Sendable () -> SourceSnapshot
    let build: @Sendable () async throws -> PackageBuild.Outcome
  }

  let package: Package
  /// The sources that are deployed at the start.
  let deployed: SourceSnapshot
  /// Deploys an executable; returns what is served now, in words.
  let deploy: @Sendable (String) async throws -> String
  /// Waits until the sources are to be looked at again.
  let pause: @Sendable () async throws -> Void
  /// The time since an arbitrary instant.
  let now: @Sendable () -> Duration
  /// Writes lines for the developer.
  let say: @Sendable (String) -> Void

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      do { try await watch() } catch is CancellationError {}
    }
  }

  /// Looks at the sources again and again, until the task is cancelled.
  private func watch() async throws {
    var seen = deployed
    while true {
      try await pause()
      let current = package.snapshot()
      let changes = current.changes(since: seen)
      guard !changes.isEmpty else { continue }
      try await renew(after: changes)
      // Changes of sources during the build differ from this snapshot, and begin the next build.
      seen = current.withPins(of: package.snapshot())
    }
  }

  /// Builds and deploys once.
  private func renew(after changes: [String]) async throws {
    let start = now()
    say("\(Self.words(changes)) changed: building …")
    switch try await package.build() {
    case .failed(let output):
      let errors = output.errorCount == 1 ? "1 error" : "\(output.errorCount) errors"
      say(output.lines.joined(separator: "\n"))
      say("The build failed with \(errors) after \(Self.words(now() - start)). The last good version stays up.")
    case .built(let executable):
      let built = now() - start
      do {
        let served = try await deploy(executable)
        say("\(served) Built in \(Self.words(built)), up after \(Self.words(now() - start)).")
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        say("error: \(error)\nThe new version is not served. The last good version stays up.")
      }
    }
  }

  /// The first of the changed files, and the number of the others.
  private static func words(_ changes: [String]) -> String {
    let first = changes.first ?? "A file"
    return changes.count < 2 ? first : "\(first) and \(changes.count - 1) more"
  }

  /// As in `3.2 s`.
  static func words(_ duration: Duration) -> String { Quantities.duration(seconds: duration / .seconds(1)) }
}
