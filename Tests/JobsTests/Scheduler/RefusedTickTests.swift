import Edge
import Foundation
import Testing

@testable import Jobs

/// Ticks that the database refuses.
@Suite(.ownDatabases) struct RefusedTickTests {
  private func ticks(_ fixture: Fixture, _ name: String) async throws -> Int {
    try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) WHERE name = \(name)").count
  }

  @Test func oneScheduleWhoseTicksAreRefusedKeepsNoOtherFromRunning() async throws {
    let (fixture, log) = (try await Fixture(), LogRecorder())
    let jobs = ["first", "refused", "third"].map { Job($0, every: "* * * * *", overlap: .allow) { _ in } }
    let system = try fixture.system(jobs: jobs, logger: log.logger)
    let refusal: SQL =
      fixture.tables.isServer
      ? "ALTER TABLE \(fixture.tables.jobs) ADD CONSTRAINT test CHECK (name <> 'refused')"
      : """
      CREATE TRIGGER test BEFORE INSERT ON \(fixture.tables.jobs) WHEN NEW.name = 'refused'
      BEGIN SELECT RAISE(ABORT, 'test'); END
      """
    try await fixture.database.execute(refusal)
    let scheduler = system.scheduler()
    try await scheduler.register()
    var watch = ScheduleWatch(system.registry.scheduled, since: fixture.clock.now)
    fixture.clock.advance(by: 60)
    try await scheduler.fire(&watch)
    #expect(try await ticks(fixture, "first") == 1)
    #expect(try await ticks(fixture, "third") == 1)
    #expect(try await ticks(fixture, "refused") == 0)
    let line = LogRecorder.Line(message: "The ticks of a schedule cannot be written", job: "refused")
    #expect(log.take() == [line])
    // The loop does not spin: the schedule is not due until a minute has passed.
    #expect(watch.due(at: fixture.clock.now).isEmpty)
    fixture.clock.advance(by: 30)
    try await scheduler.fire(&watch)
    #expect(log.take().isEmpty)
    let end: SQL =
      fixture.tables.isServer ? "ALTER TABLE \(fixture.tables.jobs) DROP CONSTRAINT test" : "DROP TRIGGER test"
    try await fixture.database.execute(end)
    fixture.clock.advance(by: 30)
    try await scheduler.fire(&watch)
    #expect(try await ticks(fixture, "refused") == 1)
    let skipped = try await fixture.history(system).map { "\($0.name) \($0.outcome)" }
    #expect(skipped == ["refused skipped"], "its first tick stayed due, and is now late")
    #expect(try await ticks(fixture, "first") == 2)
    #expect(log.take().isEmpty)
  }
}
