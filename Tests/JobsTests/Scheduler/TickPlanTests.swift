import Edge
import Foundation
import Testing

@testable import Jobs

/// A tick every `seconds` seconds since 1970.
private struct Every: Ticking {
  let seconds: Double

  func next(after instant: Date) -> Date? {
    Date(timeIntervalSince1970: ((instant.timeIntervalSince1970 / seconds).rounded(.down) + 1) * seconds)
  }
  func previous(before instant: Date) -> Date? {
    Date(timeIntervalSince1970: ((instant.timeIntervalSince1970 / seconds).rounded(.up) - 1) * seconds)
  }
}

private func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_000_020 + seconds) }

@Suite struct TickPlanTests {
  private func plan(
    every seconds: Double = 60, catchUp: Job.CatchUp = .latest, overlap: Job.Overlap = .forbid, decided: Double,
    watched: Double, now: Double, isPaused: Bool = false, lastRun: Int64? = nil
  ) -> TickPlan {
    TickPlan(
      Every(seconds: seconds), catchUp: catchUp, overlap: overlap, decidedUntil: at(decided), watchedSince: at(watched),
      now: at(now), isPaused: isPaused, lastRun: lastRun)
  }

  @Test func nothingIsDueBetweenTicks() {
    let plan = plan(decided: 1, watched: 1, now: 59)
    #expect(plan.runs.isEmpty && plan.skips.isEmpty)
    #expect(plan.decidedUntil == at(59))
  }

  @Test func aTickRunsAtItsInstant() {
    #expect(plan(decided: 59, watched: 59, now: 60).runs == [.init(tick: at(60), isLate: false)])
  }

  @Test(arguments: [59.999, 59.9999, 59.99999]) func aTickDoesNotComeBeforeItsInstant(now: Double) {
    #expect(plan(decided: 1, watched: 1, now: now).runs.isEmpty)
  }

  @Test func aDecidedTickDoesNotRunAgain() {
    #expect(plan(decided: 60, watched: 59, now: 60.5).runs.isEmpty)
  }

  @Test func aClockThatStepsBackRepeatsNothing() {
    let plan = plan(decided: 3600, watched: 3600, now: 60)
    #expect(plan.runs.isEmpty && plan.skips.isEmpty)
    #expect(plan.decidedUntil == at(3600))
  }

  @Test func aForwardJumpOfTheClockCountsAsDownTime() {
    let plan = plan(decided: 1, watched: 1, now: 3601)
    #expect(plan.runs == [.init(tick: at(3600), isLate: false)])
    #expect(plan.skips.map(\.tick) == [at(3540)])
  }

  @Test func theLatestOfManyMissedTicksRunsOnceAndIsMarkedLate() throws {
    let plan = plan(decided: 1, watched: 3630, now: 3630)
    #expect(plan.runs == [.init(tick: at(3600), isLate: true)])
    #expect(plan.skips.count == 1)
    #expect(plan.skips.first?.tick == at(3540))
    #expect(plan.skips.first?.isLate == true)
    let reason = try #require(plan.skips.first?.reason)
    #expect(reason.hasPrefix("the tick was not decided in time (and those before it, since 1970-"))
    #expect(reason.hasSuffix("): the database was away, or no host was up"))
  }

  @Test func skipDropsMissedTicks() {
    let plan = plan(catchUp: .skip, decided: 1, watched: 130, now: 130)
    #expect(plan.runs.isEmpty)
    #expect(plan.skips == [.init(tick: at(120), isLate: true, reason: plan.skips.first?.reason ?? "")])
  }

  @Test(arguments: [60, 60.001, 60.5, 60.999]) func aTickAtTheStartOfTheWatchIsPunctual(watched: Double) {
    let plan = plan(catchUp: .skip, decided: 1, watched: watched, now: watched + 0.25)
    #expect(plan.runs == [.init(tick: at(60), isLate: false)])
    #expect(plan.skips.isEmpty)
  }

  @Test func aTickThatIsOlderThanAHostLooksIsMissed() {
    let plan = plan(catchUp: .skip, decided: 1, watched: 61, now: 61)
    #expect(plan.runs.isEmpty)
    #expect(plan.skips.map(\.tick) == [at(60)])
  }

  @Test func allRunsMissedTicksInOrderUpToItsLimit() {
    #expect(
      plan(catchUp: .all, decided: 1, watched: 200, now: 200).runs
        == [60, 120, 180].map { .init(tick: at($0), isLate: true) })
    let limited = plan(catchUp: .all(limit: 2), decided: 1, watched: 3630, now: 3630)
    #expect(limited.runs == [3540, 3600].map { .init(tick: at($0), isLate: true) })
    #expect(limited.skips.map(\.tick) == [at(3480)])
  }

  @Test func aWeekOfMissedSecondsIsNotScannedOneByOne() {
    let plan = plan(every: 1, decided: 1, watched: 604_801, now: 604_801)
    #expect(plan.runs == [.init(tick: at(604_801), isLate: false)])
    #expect(plan.skips.map(\.tick) == [at(604_800)])
  }

  @Test func aMissedTickYieldsToAPunctualOne() {
    let plan = plan(every: 1, overlap: .allow, decided: 0, watched: 101, now: 101)
    #expect(plan.runs == [.init(tick: at(101), isLate: false)])
    #expect(plan.skips.map(\.tick) == [at(100)])
  }

  @Test func forbidSkipsWhileTheLastRunIsUnfinished() {
    let plan = plan(decided: 59, watched: 59, now: 60, lastRun: 7)
    #expect(plan.runs.isEmpty)
    #expect(plan.skips == [.init(tick: at(60), isLate: false, reason: "the last run, job 7, was still going")])
    #expect(!plan.replacesLast)
  }

  @Test func allowRunsBesideTheLast() {
    let plan = plan(overlap: .allow, decided: 59, watched: 59, now: 60, lastRun: 7)
    #expect(plan.runs.count == 1 && plan.skips.isEmpty && !plan.replacesLast)
  }

  @Test func replaceCancelsTheLast() {
    let plan = plan(overlap: .replace, decided: 59, watched: 59, now: 60, lastRun: 7)
    #expect(plan.runs == [.init(tick: at(60), isLate: false)])
    #expect(plan.replacesLast)
    #expect(!self.plan(overlap: .replace, decided: 60, watched: 60, now: 61, lastRun: 7).replacesLast)
  }

  @Test func oneOfSeveralSimultaneousTicksRuns() {
    let first = plan(every: 1, decided: 0, watched: 0, now: 3)
    #expect(first.runs == [.init(tick: at(1), isLate: false)])
    #expect(first.skips.map(\.tick) == [at(2), at(3)])
    #expect(plan(every: 1, overlap: .replace, decided: 0, watched: 0, now: 3).runs.map(\.tick) == [at(3)])
    #expect(plan(every: 1, overlap: .allow, decided: 0, watched: 0, now: 3).runs.map(\.tick) == [at(1), at(2), at(3)])
  }

  @Test func catchingUpWaitsForTheLastRunInsteadOfSkipping() {
    let plan = plan(catchUp: .all, decided: 1, watched: 130, now: 130, lastRun: 7)
    #expect(plan.runs.map(\.tick) == [at(60), at(120)])
    #expect(plan.skips.isEmpty)
  }

  @Test func aPausedJobLeavesNothing() {
    let plan = plan(decided: 1, watched: 1, now: 3600, isPaused: true)
    #expect(plan.runs.isEmpty && plan.skips.isEmpty && plan.decidedUntil == at(3600))
  }
}

@Suite struct JitterTests {
  @Test func isConstantForAJobAndATick() {
    let tick = at(0)
    let delay = Jitter.delay(of: "tidy_up", at: tick, upTo: .seconds(60))
    #expect(delay == Jitter.delay(of: "tidy_up", at: tick, upTo: .seconds(60)))
    #expect((0..<60).contains(delay))
  }

  @Test func spreadsJobsAndTicks() {
    let ticks = Set((0..<100).map { Jitter.delay(of: "tidy_up", at: at(Double($0) * 60), upTo: .seconds(60)) })
    let jobs = (0..<1000).map { Jitter.delay(of: "job_\($0)", at: at(0), upTo: .seconds(60)) }
    #expect(ticks.count > 95)
    #expect(jobs.count { $0 < 30 } > 400 && jobs.count { $0 < 30 } < 600)
  }

  @Test func isZeroWithoutALimit() {
    #expect(Jitter.delay(of: "a", at: at(0), upTo: .zero) == 0)
    #expect(Jitter.delay(of: "a", at: at(0), upTo: .seconds(-1)) == 0)
  }
}
