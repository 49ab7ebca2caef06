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
    system.replace(try JobRegistry(functions: [], jobs: []))
    let list = JobCommand.Queue(name: nil, state: nil, limit: 1)
    let reason = JobStore.unknownFunction("digest")
    let runner = system.testRunner(fixture)
    #expect(try await system.queued(list).map(\.reason) == [reason], "before a claim has found it")
    try await runner.drain()
    #expect(ran.load(ordering: .relaxed) == 0)
    let waiting = try #require(try await system.queued(list).first)
    #expect(waiting.reason == reason && waiting.error == nil)
    let search = JobCommand.Search()
    #expect(try await system.search(search).jobs.map(\.reason) == [reason])
    let details = try await system.details(of: JobCommand.Show(id: waiting.id, isUnmasked: false))
    #expect(details.queued?.reason == reason)
    // A command in its own process knows no bundles, and runs no jobs.
    #expect(try await fixture.system().queued(list).map(\.reason) == [nil])
    system.replace(try JobRegistry(functions: [digest], jobs: []))
    #expect(try await system.queued(list).map(\.reason) == [nil])
    try await runner.drain()
    #expect(ran.load(ordering: .relaxed) == 1)
    #expect(try await fixture.history(system).map(\.outcome) == ["completed"], "a wait is no try")
  }

  @Test func aJobThatWaitsForItsFunctionKeepsTheErrorOfItsLastTry() async throws {
    let fixture = try await Fixture()
    let digest = Function("digest", access: .serviceRole) { _ in NoContent() }
    let system = try fixture.system([digest])
    _ = try await system.start("digest")
    let job = try #require(try await system.claim().first)
    let now = fixture.clock.now
    let run = EndedRun(
      id: job.id, fence: job.fence, outcome: .failed, error: "the disk is full", finishedAt: now, milliseconds: 1,
      disposition: .again(at: now, usesAttempt: true))
    _ = try await fixture.database.transaction { try await system.store.end([run], in: $0) }
    system.replace(try JobRegistry(functions: [], jobs: []))
    try await system.testRunner(fixture).drain()
    let waiting = try #require(try await system.queued(JobCommand.Queue(name: nil, state: nil, limit: 1)).first)
    #expect(waiting.error == "the disk is full")
    #expect(waiting.reason == JobStore.unknownFunction("digest"))
  }

  @Test func aJobWhoseFunctionIsRemovedBeforeItsStartReturnsToTheQueue() async throws {
    let fixture = try await Fixture()
    let digest = Function("digest", access: .serviceRole) { _ in NoContent() }
    let system = try fixture.system([digest])
    _ = try await system.start("digest")
    let runner = system.testRunner(fixture)
    var loopState = JobRunner.LoopState(TakeOverPermit(lease: .seconds(30), isShared: false))
    let job = try #require(try await runner.writeAndClaim(&loopState, .always).first)
    system.replace(try JobRegistry(functions: [], jobs: []))
    await runner.run(job)
    try await runner.drain()
    #expect(try await fixture.history(system).map(\.outcome) == ["snoozed"])
    system.replace(try JobRegistry(functions: [digest], jobs: []))
    try await runner.drain()
    #expect(try await fixture.history(system).map(\.outcome) == ["snoozed", "completed"])
  }

  @Test func aFunctionThatCameBackWakesNoJobThatIsDueLater() async throws {
    let fixture = try await Fixture()
    let digest = Function("digest", access: .serviceRole) { _ in NoContent() }
    let system = try fixture.system([digest])
    let later = fixture.clock.now.addingTimeInterval(3600)
    _ = try await system.start("digest")
    _ = try await system.enqueue(
      JobCommand.Enqueue(name: "digest", input: nil, runAt: later, priority: nil, account: nil))
    let runner = system.testRunner(fixture)
    let versions: [[any Endpoint]] = [[], [digest]]
    for functions in versions {
      system.replace(try JobRegistry(functions: functions, jobs: []))
      try await runner.drain()
    }
    #expect(try await fixture.history(system).count == 1)
    #expect(try await system.queued(JobCommand.Queue(name: nil, state: nil, limit: 9)).map(\.runAt) == [later])
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
    system.replace(try JobRegistry(functions: [], jobs: [Job("second", every: "@every 1h") { _ in }]))
    await failed.wait()
    let end: SQL =
      fixture.tables.isServer ? "ALTER TABLE \(fixture.tables.settings) DROP CONSTRAINT test" : "DROP TRIGGER test"
    try await fixture.database.execute(end)
    while try await stored() != ["first", "second"] { await Task.yield() }
    let removed = try await fixture.rows("SELECT name FROM \(fixture.tables.settings) WHERE definition IS NULL")
    #expect(try removed.map { try $0.get("name", as: String.self) } == ["first"])
  }

  @Test func theSchedulerTakesTheNewSchedules() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system(jobs: [Job("first", every: "@daily") { _ in }])
    let scheduler = system.scheduler()
    try await scheduler.register()
    system.replace(try JobRegistry(functions: [], jobs: [Job("second", every: "@every 1s") { _ in }]))
    try await scheduler.register()
    #expect(try await system.statuses().map(\.name) == ["second"])
    #expect(system.registries.version == 1)
  }
}
