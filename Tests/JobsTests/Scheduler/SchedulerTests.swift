import Edge
import Foundation
import Testing

@testable import Jobs

@Suite(.ownDatabases) struct SchedulerTests {
  /// Thursday, 15 January 2026, 12:00:30 UTC.
  private static let start = Date(timeIntervalSince1970: 1_768_478_430)

  private func fixture() async throws -> Fixture {
    let fixture = try await Fixture()
    fixture.clock.step(by: Self.start.timeIntervalSince(fixture.clock.now))
    return fixture
  }

  private func minutely(
    catchUp: Job.CatchUp = .latest, overlap: Job.Overlap = .allow, jitter: Duration = .zero, every: String = "* * * * *"
  ) -> Job {
    Job("beat", every: every, catchUp: catchUp, overlap: overlap, jitter: jitter) { _ in }
  }

  /// A host that watches the schedule.
  private func host(_ fixture: Fixture, _ job: Job, _ override: JobOverride? = nil) async throws -> Host {
    let system = try fixture.system(jobs: [job], overrides: override.map { ["beat": $0] } ?? [:])
    let scheduler = system.scheduler()
    try await scheduler.register()
    return Host(
      system: system, scheduler: scheduler,
      watch: ScheduleWatch(system.registry.scheduled.filter(\.isEnabled), since: fixture.clock.now))
  }

  private struct Host {
    let system: JobSystem
    let scheduler: Scheduler
    var watch: ScheduleWatch

    mutating func fire() async throws { try await scheduler.fire(&watch) }
  }

  private func ticks(_ fixture: Fixture) async throws -> [Date] {
    try await fixture.rows("SELECT scheduled_at FROM \(fixture.tables.jobs) ORDER BY scheduled_at").map {
      try $0.get("scheduled_at")
    }
  }

  @Test func aTickIsARowBeforeItRuns() async throws {
    let fixture = try await fixture()
    var host = try await host(fixture, minutely())
    try await host.fire()
    #expect(try await ticks(fixture).isEmpty)
    fixture.clock.advance(by: 30)
    try await host.fire()
    try await host.fire()
    #expect(try await ticks(fixture) == [Self.start.addingTimeInterval(30)])
  }

  @Test func twoHostsWriteOneRowPerTick() async throws {
    let fixture = try await fixture()
    var one = try await host(fixture, minutely())
    var two = try await host(fixture, minutely())
    for _ in 1...3 {
      fixture.clock.advance(by: 60)
      try await one.fire()
      for job in try await one.system.claim() { _ = try await one.system.end(job) }
      try await two.fire()
    }
    #expect(try await ticks(fixture).isEmpty)
    #expect(try await fixture.history(one.system).count == 3)
  }

  @Test func clockStepsOfAnHourNeitherDoubleNorLoseATick() async throws {
    let fixture = try await fixture()
    var host = try await host(fixture, minutely())
    fixture.clock.advance(by: 30)
    try await host.fire()
    fixture.clock.step(by: -3600)
    for _ in 1...60 {
      try await host.fire()
      fixture.clock.advance(by: 60)
    }
    #expect(try await ticks(fixture).count == 1, "the hour that comes again has had its ticks")
    try await host.fire()
    fixture.clock.advance(by: 60)
    try await host.fire()
    #expect(try await ticks(fixture).count == 2)
    fixture.clock.step(by: 3600)
    try await host.fire()
    fixture.clock.step(by: -3600)
    try await host.fire()
    let all = try await ticks(fixture)
    #expect(all.count == 3 && Set(all).count == 3)
    #expect(try await fixture.history(host.system).map(\.outcome) == ["skipped"], "the jump itself was a down time")
  }

  @Test func aHostThatWasDownCatchesUpByItsPolicy() async throws {
    for (catchUp, runs) in [(Job.CatchUp.skip, 0), (.latest, 1), (.all, 10), (.all(limit: 4), 4)] {
      let fixture = try await fixture()
      var first = try await host(fixture, minutely(catchUp: catchUp))
      try await first.fire()
      fixture.clock.advance(by: 600)
      var second = try await host(fixture, minutely(catchUp: catchUp))
      try await second.fire()
      #expect(try await ticks(fixture).count == runs, "\(catchUp)")
      #expect(try await fixture.history(second.system).map(\.outcome) == (runs == 10 ? [] : ["skipped"]), "\(catchUp)")
      let late = try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) WHERE is_late = 1")
      #expect(late.count == runs)
    }
  }

  @Test func ticksThatCatchUpRunInOrder() async throws {
    let fixture = try await fixture()
    var first = try await host(fixture, minutely(catchUp: .all, overlap: .forbid))
    try await first.fire()
    fixture.clock.advance(by: 180)
    var host = try await host(fixture, minutely(catchUp: .all, overlap: .forbid))
    try await host.fire()
    for expected in 1...3 {
      let claimed = try await host.system.claim()
      #expect(
        claimed.count == 1 && claimed.first?.scheduledAt == Self.start.addingTimeInterval(Double(expected) * 60 - 30))
      for job in claimed { _ = try await host.system.end(job) }
    }
  }

  @Test func forbidLeavesARowWithTheReason() async throws {
    let fixture = try await fixture()
    var host = try await host(fixture, minutely(overlap: .forbid))
    fixture.clock.advance(by: 30)
    try await host.fire()
    let running = try #require(try await host.system.claim().first)
    fixture.clock.advance(by: 60)
    try await host.fire()
    #expect(try await host.system.claim().isEmpty)
    let skipped = try #require(try await fixture.history(host.system).first { $0.outcome == "skipped" })
    #expect(skipped.error == "the last run, job \(running.id), was still going")
    #expect(skipped.scheduledAt == Self.start.addingTimeInterval(90))
    _ = try await host.system.end(running)
    fixture.clock.advance(by: 60)
    try await host.fire()
    #expect(try await host.system.claim().count == 1)
  }

  @Test func replaceCancelsTheLastRunAndWaitsForItsEnd() async throws {
    let fixture = try await fixture()
    var host = try await host(fixture, minutely(overlap: .replace))
    fixture.clock.advance(by: 30)
    try await host.fire()
    let running = try #require(try await host.system.claim().first)
    fixture.clock.advance(by: 60)
    try await host.fire()
    #expect(try await host.system.claim().isEmpty, "not beside it")
    let leases = try await fixture.database.transaction { try await host.system.store.renew(in: $0) }
    #expect(leases.map(\.isCancelled) == [true])
    _ = try await host.system.end(running, .cancelled)
    #expect(try await host.system.claim().count == 1)
  }

  @Test func jitterDelaysARunAndKeepsItsTick() async throws {
    let fixture = try await fixture()
    var host = try await host(fixture, minutely(jitter: .seconds(50)))
    fixture.clock.advance(by: 30)
    try await host.fire()
    let rows = try await fixture.rows("SELECT run_at, scheduled_at, state FROM \(fixture.tables.jobs)")
    let row = try #require(rows.first)
    let delay = Jitter.delay(of: "beat", at: Self.start.addingTimeInterval(30), upTo: .seconds(50))
    #expect(try row.get("scheduled_at") == Self.start.addingTimeInterval(30))
    #expect(try abs(row.get("run_at", as: Date.self).timeIntervalSince(Self.start) - 30 - delay) < 0.001)
    #expect(try row.get("state") == "scheduled")
  }

  @Test func aChangedScheduleBeginsAnew() async throws {
    let fixture = try await fixture()
    var old = try await host(fixture, minutely(every: "0 0 * * *"))
    try await old.fire()
    fixture.clock.advance(by: 3600)
    var changed = JobOverride()
    changed.schedule = "* * * * *"
    var new = try await host(fixture, minutely(every: "0 0 * * *"), changed)
    try await new.fire()
    #expect(try await ticks(fixture).isEmpty, "no tick is due for the last hour's minutes")
    fixture.clock.advance(by: 60)
    try await new.fire()
    #expect(try await ticks(fixture).count == 1)
  }

  @Test func aHostLeavesTheTicksOfADisabledJobToOthers() async throws {
    let fixture = try await fixture()
    var on = try await host(fixture, minutely())
    try await on.fire()
    let state = try await stored(fixture)
    fixture.clock.advance(by: 600)
    var disabled = JobOverride()
    disabled.enabled = false
    var off = try await host(fixture, minutely(), disabled)
    try await off.fire()
    #expect(try await stored(fixture) == state)
    // The other host starts again, and catches up by its policy.
    var again = try await host(fixture, minutely())
    try await again.fire()
    #expect(try await ticks(fixture) == [Self.start.addingTimeInterval(570)])
  }

  @Test func aScheduleThatWasRemovedBeginsAnew() async throws {
    let fixture = try await fixture()
    var on = try await host(fixture, minutely())
    try await on.fire()
    on.system.replace(try JobRegistry(functions: [], jobs: []))
    #expect(try await on.scheduler.register(replacing: ["beat"]).isEmpty)
    fixture.clock.advance(by: 3600)
    var again = try await host(fixture, minutely())
    try await again.fire()
    #expect(try await ticks(fixture).isEmpty)
  }

  @Test func aHostThatStartsLeavesTheSchedulesThatItDoesNotHave() async throws {
    let fixture = try await fixture()
    var on = try await host(fixture, minutely())
    try await on.fire()
    // A host with other jobs starts, or the same one without a bundle.
    try await fixture.system().scheduler().register()
    fixture.clock.advance(by: 600)
    var again = try await host(fixture, minutely())
    try await again.fire()
    #expect(try await ticks(fixture) == [Self.start.addingTimeInterval(570)])
    #expect(try await fixture.history(again.system).map(\.outcome) == ["skipped"])
  }

  /// The stored schedule, and the time up to which its ticks are decided.
  private func stored(_ fixture: Fixture) async throws -> [String?] {
    let row = try #require(
      try await fixture.rows("SELECT definition, last_tick FROM \(fixture.tables.settings)").first)
    return [try row.get("definition"), try row.get("last_tick")]
  }

  @Test func aPausedScheduleFiresNothingAndLaterCatchesUpNothing() async throws {
    let fixture = try await fixture()
    var host = try await host(fixture, minutely())
    try await fixture.database.transaction { try await host.system.store.setPaused(true, "beat", in: $0) }
    for _ in 1...3 {
      fixture.clock.advance(by: 60)
      try await host.fire()
    }
    try await fixture.database.transaction { try await host.system.store.setPaused(false, "beat", in: $0) }
    try await host.fire()
    #expect(try await ticks(fixture).isEmpty)
    fixture.clock.advance(by: 60)
    try await host.fire()
    #expect(try await ticks(fixture).count == 1)
  }

  @Test func oneFiringEnqueuesATickOfEachOfAThousandSchedules() async throws {
    let fixture = try await fixture()
    let jobs = (0..<1000).map { Job("beat_\($0)", every: "* * * * *") { _ in } }
    let system = try fixture.system(jobs: jobs)
    let scheduler = system.scheduler()
    try await scheduler.register()
    var watch = ScheduleWatch(system.registry.scheduled, since: fixture.clock.now)
    fixture.clock.advance(by: 30)
    try await scheduler.fire(&watch)
    #expect(try await fixture.count("available") == 1000)
    #expect(watch.pause(at: fixture.clock.now) == .seconds(1))
    #expect(watch.pause(at: fixture.clock.now.addingTimeInterval(59.75)) == .milliseconds(250))
  }
}
