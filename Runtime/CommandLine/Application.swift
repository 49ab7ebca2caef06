import Auth
import Console
import Edge
import Jobs
import Workers

/// The functions, jobs and tables of the executable, and its own names: the arguments of ``Swiftlet/main``.
struct Application: Sendable {
  /// The application's own version.
  var version: String?
  var functions: [any Endpoint] = []
  var procedures: [any Endpoint] = []
  var routes: [TableRoute] = []
  var jobs: [Job] = []
  var migrations: [MigrationSet] = []
  /// The name of the function that lists the outcomes of notifications.
  var deliveries: String?
  /// The name of the function whose call the banner and the help show.
  var example: String?
  /// The bundle id that pushes are for while none is configured.
  var topic: String?
  var demo: (@Sendable (DemoStage) async throws -> Void)?
  var seed: (@Sendable (Database, CalendarDay) async throws -> Void)?
  var files: [SeedFile] = []
  /// The bundles whose functions and jobs are among those above.
  var bundles: [LoadedBundle] = []

  /// The application of the task that a command runs in.
  @TaskLocal static var current = Application()

  /// The text of `--version`: the application's own version, if it has one, and the runtime's.
  var versionInWords: String {
    version.map { "\($0) (Swiftlet \(Program.runtimeVersion))" } ?? "Swiftlet \(Program.runtimeVersion)"
  }

  /// The names that `[functions.*]` may have.
  var names: Set<String> { Set(endpoints.map(\.name)) }

  /// The functions, the database functions, and the functions of the routes.
  var endpoints: [any Endpoint] { functions + procedures + routes.map(\.endpoint) }

  /// The application's jobs, and the job that every host has.
  var allJobs: [Job] {
    let own = Job.pruneHistory()
    return jobs.contains { $0.name == own.name } ? jobs : jobs + [own]
  }

  /// The host's own tables, then the application's.
  var allMigrations: [MigrationSet] { Self.hostMigrations + migrations }

  /// The migrations of the host's own tables.
  static let hostMigrations: [MigrationSet] = [JobSystem.migrations, .auth, .console, .peers]

  /// The function whose call the banner and the help show: the application's choice, if it is served; else the first
  /// function without input and without a user, then the first without a user, then the first of all.
  func example(among served: [any Endpoint]) -> (any Endpoint)? {
    let callable = served.filter { $0.traits.access != .serviceRole }
    return served.first { $0.name == example }
      ?? callable.first { $0.traits.input == .none && $0.traits.access != .user }
      ?? callable.first { $0.traits.access != .user } ?? callable.first
  }

  /// A function's name for the help.
  var exampleName: String { example(among: functions)?.name ?? "greet" }
}
