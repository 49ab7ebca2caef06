public import Edge
import Foundation

/// A host of functions, as an executable of one's own.
///
/// ```swift
/// import Swiftlet
///
/// await Swiftlet.main(functions: [greet, like])
/// ```
public enum Swiftlet {
  /// The version of the runtime.
  public static let version = "0.1.0"

  /// Runs the command that the process was started with (`serve`, `invoke`, `jobs`, `push`, …) and ends the process.
  ///
  /// The exit codes: 0 done, 1 what was asked for failed, 64 wrong usage, 69 the port or the database is not to be had,
  /// 75 the host has stopped and cut off work that did not end within the grace period, 78 the configuration is wrong.
  /// A second SIGTERM or SIGINT, and a crash, end it by the signal.
  ///
  /// - Parameters:
  ///   - version: the application's own version, which `--version` prints before the runtime's.
  ///   - functions: what answers at `/functions/v1/<name>`.
  ///   - procedures: what answers at `/rest/v1/rpc/<name>`.
  ///   - jobs: what runs on a schedule. A host has one more, `prune_history`, unless one of these has that name.
  ///   - migrations: the tables that they need; `serve` applies what the database lacks.
  ///   - demo: what the command `demo` shows on a running host; nil for no such command.
  ///   - deliveries: the name of a `.serviceRole` function that lists what became of notifications, for the command `push deliveries`; nil for no
  ///     such command.
  ///   - example: the name of the function that `serve` and the help show a call of; nil for the one that needs least.
  ///   - topic: the app's bundle id, which pushes are for while `APNS_TOPIC` is not set.
  ///   - seed: fills in what a first call needs, given the UTC day; `serve` runs it on the embedded database, each time it starts.
  public static func main(
    version: String? = nil, functions: [any Endpoint], procedures: [any Endpoint] = [], jobs: [Job] = [],
    migrations: [MigrationSet] = [], deliveries: String? = nil,
    demo: (@Sendable (DemoStage) async throws -> Void)? = nil, example: String? = nil, topic: String? = nil,
    seed: (@Sendable (Database, CalendarDay) async throws -> Void)? = nil
  ) async -> Never {
    let application = Application(
      version: version, functions: functions, procedures: procedures, jobs: jobs, migrations: migrations,
      deliveries: deliveries, example: example, topic: topic, demo: demo, seed: seed)
    let code = await Application.$current.withValue(application) {
      await Program.run(Array(CommandLine.arguments.dropFirst()))
    }
    exit(code)
  }
}
