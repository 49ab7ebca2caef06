import Edge
import Foundation
import Testing

@testable import Jobs

/// Schedules after the clock was set back.
@Suite(.ownDatabases) struct ClockSetBackTests {
  /// A host with a schedule of each minute, and its clock at 12:00:30.
  private struct Host {
    let fixture: Fixture
    let log = LogRecorder()
    let system: JobSystem
    private let scheduler: Scheduler
    private var watch: ScheduleWatch

    init() async throws {
      fixture = try await Fixture()
      fixture.clock.step(by: 1_768_478_430 - fixture.clock.now.timeIntervalSince1970)
      system = try fixture.system(
        jobs: [Job("beat", every: "* * * * *", overlap: .allow) { _ in }], logger: log.logger)
      scheduler = system.scheduler()
      try await scheduler.register()
      watch = ScheduleWatch(system.registry.scheduled, since: fixture.clock.now)
    }

    /// Checks the schedule after the clock has gone on.
    mutating func fire(after seconds: Double) async throws {
      fixture.clock.advance(by: seconds)
      try await scheduler.fire(&watch)
    }

    /// The number of ticks that were written.
    func ticks() async throws -> Int { try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").count }
  }

  private static let year: Double = 365 * 86_400

  @Test func aScheduleAfterALargeStepIsReportedOnceAndGoesOnWhenItIsResumed() async throws {
    var host = try await Host()
    try await host.fire(after: Self.year)
    #expect(try await host.ticks() == 1)
    #expect(host.log.take().isEmpty)
    host.fixture.clock.step(by: -Self.year)
    for _ in 1...3 { try await host.fire(after: 60) }
    #expect(try await host.ticks() == 1, "its ticks are decided for a year")
    let lines = host.log.take()
    #expect(lines.map(\.job) == ["beat"])
    #expect(lines.first?.message.contains("The command jobs resume lets it go on now") == true)
    _ = try await host.system.setPaused(false, "beat")
    try await host.fire(after: 60)
    #expect(try await host.ticks() == 2)
    #expect(host.log.take().isEmpty)
  }

  @Test func theListsShowTheNextTickThatRuns() async throws {
    var host = try await Host()
    try await host.fire(after: Self.year)
    host.fixture.clock.step(by: -Self.year)
    let next = host.fixture.clock.now.addingTimeInterval(Self.year + 30)
    #expect(try await host.system.scheduleLines().map(\.next) == [next])
    #expect(try await host.system.scheduleDetails(of: "beat").ticks.first?.at == next)
    #expect(try await host.system.statuses().first?.nextRun?.hasPrefix("2027-01-15") == true)
    _ = try await host.system.setPaused(false, "beat")
    #expect(try await host.system.statuses().first?.nextRun?.hasPrefix("2026-01-15") == true)
  }

  @Test func aResumptionAfterASmallStepRepeatsNoTick() async throws {
    var host = try await Host()
    try await host.fire(after: 30)
    host.fixture.clock.step(by: -600)
    _ = try await host.system.setPaused(true, "beat")
    _ = try await host.system.setPaused(false, "beat")
    for _ in 1...10 { try await host.fire(after: 60) }
    #expect(try await host.ticks() == 1)
    #expect(host.log.take().isEmpty)
  }

  @Test func aResumptionOfAScheduleThatIsNotPausedLosesNoTick() async throws {
    var host = try await Host()
    host.fixture.clock.advance(by: 30)
    _ = try await host.system.setPaused(false, "beat")
    try await host.fire(after: 0)
    #expect(try await host.ticks() == 1)
  }
}
