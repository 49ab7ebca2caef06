import Edge
import Jobs

/// What the executable was built from: the commands read it wherever they run.
struct Application: Sendable {
  /// The application's own version.
  var version: String?
  var functions: [any Endpoint] = []
  var procedures: [any Endpoint] = []
  var jobs: [Job] = []
  var migrations: [MigrationSet] = []
  /// The function that lists what became of notifications.
  var deliveries: String?
  /// The function that the banner and the help call.
  var example: String?
  /// The bundle id of pushes while none is configured.
  var topic: String?
  var demo: (@Sendable (DemoStage) async throws -> Void)?
  var seed: (@Sendable (Database, CalendarDay) async throws -> Void)?

  /// The application of the task that a command runs in.
  @TaskLocal static var current = Application()

  /// What `--version` prints: the application's own version, if it has one, and the runtime's.
  var versionInWords: String {
    version.map { "\($0) (Swiftlet \(Swiftlet.version))" } ?? "Swiftlet \(Swiftlet.version)"
  }

  /// The names that `[functions.*]` may have.
  var names: Set<String> { Set((functions + procedures).map(\.name)) }

  /// The application's jobs, and those that a host always has.
  var allJobs: [Job] {
    let own = Job.pruneHistory()
    return jobs.contains { $0.name == own.name } ? jobs : jobs + [own]
  }

  /// The host's own tables, then the application's.
  var allMigrations: [MigrationSet] { [JobSystem.migrations] + migrations }
}
