import Edge
import Foundation
import Logging
import Synchronization
import Testing

@testable import Jobs

@Suite(.ownDatabases) struct JobReplacingTests {
  @Test func aJobWaitsForItsFunctionAndRunsWhenItIsThere() async throws {
    let fixture = try await Fixture()
    let ran = Atomic(0)
    let digest = Function("digest", access: .serviceRole) { _ in
      ran.add(1, ordering: .relaxed)
      return NoContent()
    }
    let system = try fixture.system([digest])
    _ = try await system.start("digest")
    await system.replace(try JobRegistry(functions: [], jobs: []))
    let runner = system.testRunner(fixture)
    try await runner.drain()
    #expect(ran.load(ordering: .relaxed) == 0)
    let waiting = try await system.queued(JobCommand.Queue(name: nil, state: nil, limit: 1)).first
    #expect(waiting?.error == JobStore.unknownFunction("digest"))
    await system.replace(try JobRegistry(functions: [digest], jobs: []))
    try await runner.drain()
    #expect(ran.load(ordering: .relaxed) == 1)
  }

  @Test func aFunctionThatCameBackWakesNoJobThatIsDueLater() async throws {
    let fixture = try await Fixture()
    let digest = Function("digest", access: .serviceRole) { _ in NoContent() }
    let system = try fixture.system([digest])
    for _ in 1...2 { _ = try await system.start("digest") }
    let now = fixture.clock.now
    let jobs = try await system.claim()
    // The pause of a job whose function is unknown, and a longer one.
    let runs = zip(jobs, [JobStore.unknownFunctionPause, 3600]).map { job, pause in
      EndedRun(
        id: job.id, fence: job.fence, outcome: .snoozed, error: JobStore.unknownFunction("digest"), finishedAt: now,
        milliseconds: 0, disposition: .again(at: now.addingTimeInterval(pause), usesAttempt: false))
    }
    let ended = try await fixture.database.transaction { try await system.store.end(runs, in: $0) }
    #expect(ended.count == 2)
    try await system.store.wakeUnknown(["digest"])
    let due = try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) WHERE run_at <= \(now)")
    #expect(try due.map { try $0.get("id", as: Int64.self) } == jobs.prefix(1).map(\.id))
  }

  /// Tells that an error was logged.
  private struct ErrorHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.error
    let logged: Event

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { logged.happen() }
  }

  @Test(.timeLimit(.minutes(10))) func schedulesThatCannotBeStoredAreStoredLater() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system(jobs: [Job("first", every: "@daily") { _ in }])
    let failed = Event()
    let scheduler = Scheduler(
      store: system.store, registries: system.registries, signals: system.signals,
      logger: Logger(label: "test") { _ in ErrorHandler(logged: failed) })
    let running = Task { try await scheduler.run() }
    defer { running.cancel() }
    func stored() async throws -> [String] {
      try await fixture.rows("SELECT name FROM \(fixture.tables.settings) ORDER BY name").map { try $0.get("name") }
    }
    while try await stored().isEmpty { await Task.yield() }
    let refusal: SQL =
      fixture.tables.isServer
      ? "ALTER TABLE \(fixture.tables.settings) ADD CONSTRAINT test CHECK (name = 'first')"
      : """
      CREATE TRIGGER test BEFORE INSERT ON \(fixture.tables.settings) WHEN NEW.name = 'second'
      BEGIN SELECT RAISE(ABORT, 'test'); END
      """
    try await fixture.database.execute(refusal)
    await system.replace(try JobRegistry(functions: [], jobs: [Job("second", every: "@every 1h") { _ in }]))
    await failed.wait()
    let end: SQL =
      fixture.tables.isServer ? "ALTER TABLE \(fixture.tables.settings) DROP CONSTRAINT test" : "DROP TRIGGER test"
    try await fixture.database.execute(end)
    while try await stored() != ["first", "second"] { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(10))) func functionsAreReplacedIfTheirWaitingJobsCannotBeWoken() async throws {
    let fixture = try await Fixture()
    let failed = Event()
    let system = try fixture.system(
      logger: Logger(label: "test") { _ in ErrorHandler(logLevel: .warning, logged: failed) })
    let digest = Function("digest", access: .serviceRole) { _ in NoContent() }
    await fixture.database.close()
    await system.replace(try JobRegistry(functions: [digest], jobs: []))
    await failed.wait()
    #expect(system.registries.version == 1)
  }

  @Test func theSchedulerTakesTheNewSchedules() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system(jobs: [Job("first", every: "@daily") { _ in }])
    let scheduler = system.scheduler()
    try await scheduler.register()
    await system.replace(try JobRegistry(functions: [], jobs: [Job("second", every: "@every 1s") { _ in }]))
    try await scheduler.register()
    #expect(try await system.statuses().map(\.name) == ["second"])
    #expect(system.registries.version == 1)
  }
}
