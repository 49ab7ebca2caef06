import Edge
import Testing

@testable import Host

/// Hosts that share a limit: never more than it, little less, and few statements.
@Suite struct LeaseUseTests {
  private static let second = LeaseSimulation.second

  @Test(
    arguments: [
      CallLimit.perMinute(100), .perMinute(100, burst: 10), .perMinute(600, burst: 10), .perSecond(100),
      .perSecond(1000),
      .perSecond(20, burst: 5), .perMinute(60, burst: 4), .perHour(1000),
    ], [1, 2, 4])
  func hostsNeverAdmitMoreThanTheLimitAndLittleLess(limit: CallLimit, hosts: Int) {
    var simulation = LeaseSimulation(limit, hosts: hosts)
    let rate = Double(limit.count) / (limit.period / .seconds(1))
    simulation.run(seconds: 60, callsPerSecond: 3 * max(rate, Double(limit.burst) / 60))
    #expect(simulation.excess <= 0)
    #expect(simulation.share >= 0.95, "\(simulation.share)")
  }

  @Test func aHostThatStopsForAWhileNeitherBreaksTheLimitNorWastesIt() {
    var simulation = LeaseSimulation(.perSecond(100), hosts: 4)
    simulation.hosts[2].stop = 20 * Self.second..<40 * Self.second
    simulation.run(seconds: 60, callsPerSecond: 400)
    #expect(simulation.excess <= 0)
    #expect(simulation.share >= 0.95, "\(simulation.share)")
  }

  @Test func callsWithinTheLimitAreAllAdmitted() {
    var simulation = LeaseSimulation(.perMinute(100), hosts: 4)
    simulation.run(seconds: 120, callsPerSecond: 1)
    #expect(simulation.admitted.count >= simulation.calls - 2)
  }

  @Test(arguments: [(100, 80.0), (100, 300), (1000, 800), (1000, 3000)])
  func fewCallsNeedAStatement(count: Int, callsPerSecond: Double) {
    var simulation = LeaseSimulation(.perSecond(count), hosts: 4)
    simulation.run(seconds: 30, callsPerSecond: callsPerSecond)
    let ratio = Double(simulation.statements) / Double(simulation.calls)
    #expect(ratio <= 0.1, "\(ratio)")
  }

  @Test(arguments: [CallLimit.perMinute(100), .perMinute(5), .perSecond(10), .perMinute(20, burst: 3)], [1, 4])
  func aClientThatComesBackWhenToldIsNotRefusedAgain(limit: CallLimit, hosts: Int) {
    var simulation = LeaseSimulation(limit, hosts: hosts)
    var refusals = 0
    for round in 0..<400 {
      let verdict = simulation.decide(round % hosts)
      guard !verdict.isAdmitted else { continue }
      refusals += 1
      simulation.advance(seconds: verdict.retryAfter)
      let second = simulation.decide((round * 7 + 1) % hosts)
      #expect(second.isAdmitted, "round \(round), told \(verdict.retryAfter) s")
    }
    #expect(refusals > 0)
  }

  @Test func oneHostAdmitsExactlyTheBurst() {
    var simulation = LeaseSimulation(.perHour(100), hosts: 1)
    var admitted = 0
    for _ in 0..<150 where simulation.decide(0).isAdmitted { admitted += 1 }
    #expect(admitted == 100)
  }

  @Test func whatIsNotUsedIsReturned() {
    let rule = LeaseRule(CellRate(.perSecond(100)), hosts: 4, isSettled: false)
    var use = LeaseUse()
    #expect(use.admit(rule, at: 0) == .waits)
    #expect(use.ask(rule, at: 0) == LeaseUse.Question(debt: 0, want: 4))
    #expect(use.take(.init(granted: 4, untilFull: 40_000_000), rule, from: 0, at: 2_000_000).admitted.count == 1)
    #expect(use.ask(rule, at: Self.second - 1) == nil)
    #expect(use.isOutstanding)
    #expect(use.ask(rule, at: Self.second) == LeaseUse.Question(debt: -3, want: 0))
    _ = use.take(.init(granted: 0, untilFull: 0), rule, from: Self.second, at: Self.second)
    #expect(!use.isOutstanding)
  }

  /// One of the debited calls is used, and the others are returned.
  @Test func anAnswerThatComesTooLateIsReturned() {
    let rule = LeaseRule(CellRate(.perSecond(100)), hosts: 4, isSettled: false)
    var use = LeaseUse()
    #expect(use.admit(rule, at: 0) == .waits)
    _ = use.ask(rule, at: 0)
    // The host was stopped for twenty seconds.
    let late = 20 * Self.second
    let outcome = use.take(.init(granted: 4, untilFull: 0), rule, from: 0, at: late)
    #expect(outcome.admitted.map(\.remaining) == [rule.rate.burst] && outcome.refused.isEmpty)
    #expect(use.ask(rule, at: late)?.debt == -3)
  }

  @Test func withoutADatabaseAHostHasItsShare() {
    let rule = LeaseRule(CellRate(.perMinute(100)), hosts: 4, isSettled: true)
    var use = LeaseUse()
    let verdicts = (0..<30).map { _ in use.admitAlone(rule, at: 0) }
    #expect(verdicts.count(where: \.isAdmitted) == 25)
    #expect(use.admitAlone(rule, at: 2_400_000_000).isAdmitted)
    // The database learns of these calls when it is back.
    #expect(use.ask(rule, at: 3 * Self.second)?.debt == 26)
  }

  @Test func callsThatWaitWhenTheDatabaseFailsAreDecidedWithoutIt() {
    let rule = LeaseRule(CellRate(.perMinute(8)), hosts: 4, isSettled: false)
    var use = LeaseUse()
    for _ in 0..<5 { #expect(use.admit(rule, at: 0) == .waits) }
    _ = use.ask(rule, at: 0)
    let outcome = use.fail(rule, at: Self.second)
    #expect(outcome.admitted.count == 2)
    #expect(outcome.refused.count == 3)
    #expect(use.waiting == 0)
  }

  @Test func aCallThatAnotherLimitRefusesUsesUpNothingWithoutTheDatabase() {
    let rule = LeaseRule(CellRate(.perMinute(100)), hosts: 4, isSettled: true)
    var use = LeaseUse()
    for _ in 0..<100 {
      #expect(use.admitAlone(rule, at: 0).isAdmitted)
      use.giveBack(rule, isAlone: true)
    }
    #expect(!use.isOutstanding)
    let verdicts = (0..<30).map { _ in use.admitAlone(rule, at: 0) }
    #expect(verdicts.count(where: \.isAdmitted) == 25)
  }

  @Test func callsAdmittedAloneAreDebitedOnceWhenTheDatabaseIsBack() {
    let rule = LeaseRule(CellRate(.perMinute(100)), hosts: 4, isSettled: true)
    var use = LeaseUse()
    for _ in 0..<3 { #expect(use.admitAlone(rule, at: 0).isAdmitted) }
    #expect(use.ask(rule, at: Self.second) == LeaseUse.Question(debt: 3, want: 0))
    #expect(use.ask(rule, at: Self.second) == nil, "a question is under way")
    _ = use.take(.init(granted: 0, untilFull: 1_800_000_000), rule, from: Self.second, at: Self.second)
    #expect(!use.isOutstanding)
    #expect(use.ask(rule, at: 2 * Self.second) == nil)
  }

  @Test func anAnswerToAQuestionThatHasFailedIsIgnored() {
    let rule = LeaseRule(CellRate(.perMinute(100)), hosts: 4, isSettled: false)
    var use = LeaseUse()
    #expect(use.admit(rule, at: 0) == .waits)
    #expect(use.ask(rule, at: 0) == LeaseUse.Question(debt: 0, want: 1))
    #expect(use.fail(rule, at: Self.second).admitted.count == 1)
    let late = use.take(.init(granted: 1, untilFull: 0), rule, from: 0, at: 2 * Self.second)
    #expect(late == LeaseUse.Outcome())
    #expect(use.ask(rule, at: 2 * Self.second) == LeaseUse.Question(debt: 1, want: 0))
  }

  @Test func aHostThatOthersDoNotKnowHasNoCredit() {
    #expect(LeaseRule(CellRate(.perMinute(100)), hosts: 1, isSettled: false).credit == 0)
    #expect(LeaseRule(CellRate(.perMinute(100)), hosts: 1, isSettled: false).reserve == 0)
    #expect(LeaseRule(CellRate(.perMinute(100)), hosts: 4, isSettled: false).reserve == 4 * 600_000_000)
    #expect(LeaseRule(CellRate(.perMinute(100)), hosts: 4, isSettled: true).credit == 1)
    #expect(LeaseRule(CellRate(.perMinute(100, burst: 3)), hosts: 1, isSettled: true).credit == 0)
  }
}
