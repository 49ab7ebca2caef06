public import Edge
import FoundationEssentials
import Glibc

/// The entry point of an executable that serves functions.
///
/// ```swift
/// import Swiftlet
///
/// await Swiftlet.main(functions: [greet, like])
/// ```
public enum Swiftlet {
  /// The version of the runtime.
  public static let version = Program.runtimeVersion

  /// Runs the command that the process was started with (`serve`, `invoke`, `jobs`, `push`, …) and ends the process.
  ///
  /// The exit codes: 0 success, 1 the command failed, 64 wrong usage, 69 the port is taken, the database cannot be
  /// opened or no host is running, 74 the output cannot be written, 75 the host has stopped and cut off work that did
  /// not end within the grace period, 78 wrong configuration. A second SIGTERM or SIGINT, and a crash, end the process
  /// by the signal.
  ///
  /// - Parameters:
  ///   - version: the application's own version, which `--version` prints before the runtime's.
  ///   - functions: the functions at `/functions/v1/<name>`.
  ///   - procedures: the database functions at `/rest/v1/rpc/<name>`.
  ///   - routes: the functions that answer requests to tables at `/rest/v1`.
  ///   - jobs: the jobs with a schedule. A host has one more, `prune_history`, unless one of these has that name.
  ///   - migrations: the tables of the functions and jobs; `serve` applies the migrations that the database lacks.
  ///   - demo: the steps of the command `demo` on a running host; nil for no such command.
  ///   - deliveries: the name of a `.serviceRole` function that lists the outcomes of notifications, for the command
  ///     `push deliveries`; nil for no such command.
  ///   - example: the name of the function whose call `serve` and the help show; nil for one that needs neither input
  ///     nor user, if there is one.
  ///   - topic: the app's bundle id, which pushes are for while `APNS_TOPIC` is not set.
  ///   - seed: inserts the rows that a first call needs, given the UTC day; `serve` runs it on the embedded database at
  ///     each start.
  ///   - files: the files that the seeded rows name. They are written to the embedded storage where they are missing,
  ///     whenever `seed` runs.
  public static func main(
    version: String? = nil, functions: [any Endpoint], procedures: [any Endpoint] = [],
    routes: [TableRoute] = [], jobs: [Job] = [], migrations: [MigrationSet] = [], deliveries: String? = nil,
    demo: (@Sendable (DemoStage) async throws -> Void)? = nil, example: String? = nil, topic: String? = nil,
    seed: (@Sendable (Database, CalendarDay) async throws -> Void)? = nil, files: [SeedFile] = []
  ) async -> Never {
    let application = Application(
      version: version, functions: functions, procedures: procedures, routes: routes, jobs: jobs,
      migrations: migrations, deliveries: deliveries, example: example, topic: topic, demo: demo, seed: seed,
      files: files)
    let code = await Application.$current.withValue(application) {
      await CommandRunner.run(Array(CommandLine.arguments.dropFirst()))
    }
    exit(code)
  }
}
