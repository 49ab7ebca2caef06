import Edge

/// What the executable was built from: the commands read it wherever they run.
struct Application: Sendable {
  var functions: [any Endpoint] = []
  var procedures: [any Endpoint] = []
  var jobs: [Job] = []
  var migrations: [MigrationSet] = []
  var seed: (@Sendable (Database, CalendarDay) async throws -> Void)?

  /// The application of the task that a command runs in.
  @TaskLocal static var current = Application()

  /// The names that `[functions.*]` may have.
  var names: Set<String> { Set((functions + procedures).map(\.name)) }
}
