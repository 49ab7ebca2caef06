import Edge
import Jobs

/// What the executable was built from: the commands read it wherever they run.
struct Application: Sendable {
  var functions: [any Endpoint] = []
  var procedures: [any Endpoint] = []
  var jobs: [Job] = []
  var migrations: [MigrationSet] = []
  var demo: (@Sendable (DemoStage) async throws -> Void)?
  var seed: (@Sendable (Database, CalendarDay) async throws -> Void)?

  /// The application of the task that a command runs in.
  @TaskLocal static var current = Application()

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
