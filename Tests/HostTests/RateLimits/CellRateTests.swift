import Edge
import SeededRandom
import Testing

@testable import Host

/// The generic cell rate algorithm: which calls are within a limit, and what refused ones are told.
@Suite struct CellRateTests {
  private static let second: Int64 = 1_000_000_000
  private static let start: Int64 = 1_772_366_400 * second

  @Test func aQuietKeyMayUseItsBurstAtOnceAndThenItsRate() {
    let rate = CellRate(.perMinute(100))
    var use = CellRate.Use()
    let remaining = (0..<100).map { _ in rate.admit(&use, at: Self.start).remaining }
    #expect(remaining == (0..<100).reversed())
    #expect(!rate.admit(&use, at: Self.start).isAdmitted)
    let later = Self.start + 600_000_000
    #expect(!rate.admit(&use, at: later - 1).isAdmitted)
    #expect(rate.admit(&use, at: later).isAdmitted)
    #expect(!rate.admit(&use, at: later).isAdmitted)
  }

  @Test func aPeriodMayHaveAFraction() {
    let rate = CellRate(CallLimit(10, per: .milliseconds(1500), burst: 1))
    var use = CellRate.Use()
    #expect(rate.period == 2)
    #expect(rate.admit(&use, at: Self.start).isAdmitted)
    #expect(!rate.admit(&use, at: Self.start + 149_999_999).isAdmitted)
    #expect(rate.admit(&use, at: Self.start + 150_000_000).isAdmitted)
  }

  @Test func anAnswerSaysWhenTheKeyIsFullAgain() {
    let rate = CellRate(.perMinute(100, burst: 10))
    var use = CellRate.Use()
    #expect(
      rate.admit(&use, at: Self.start) == LimitVerdict(isAdmitted: true, remaining: 9, wait: 0, untilFull: 600_000_000))
    #expect(rate.admit(&use, at: Self.start + 600_000_000).untilFull == 600_000_000)
  }

  /// The bound of the algorithm: in any window at most the burst, and the rate times the window.
  @Test(arguments: [(7, 3), (100, 100), (1000, 2), (3, 10)]) func noWindowHasMore(count: Int, burst: Int) {
    let rate = CellRate(.perSecond(count, burst: burst))
    var use = CellRate.Use()
    var random = SeededGenerator(state: 1)
    var now = Self.start
    var admitted: [Int64] = []
    for _ in 0..<5000 {
      now += Int64.random(in: 0...(Self.second / Int64(count)), using: &random)
      if rate.admit(&use, at: now).isAdmitted { admitted.append(now) }
    }
    for first in stride(from: 0, to: admitted.count, by: 7) {
      for last in first..<min(first + 200, admitted.count) {
        let window = Double(admitted[last] - admitted[first]) / 1e9
        #expect(Double(last - first + 1) <= Double(burst) + Double(count) * window + 1e-9)
      }
    }
    #expect(admitted.count >= Int(Double(now - Self.start) / 1e9 * Double(count) * 0.8))
  }

  @Test func aCallThatComesBackWhenToldIsAdmitted() {
    for count in [1, 3, 7, 60, 100] {
      let rate = CellRate(.perMinute(count, burst: 2))
      var use = CellRate.Use()
      var now = Self.start
      for _ in 0..<50 {
        let verdict = rate.admit(&use, at: now)
        guard !verdict.isAdmitted else { continue }
        if count < 60 { #expect(!rate.admit(&use, at: now + verdict.wait - 1).isAdmitted) }
        now += Int64(verdict.retryAfter) * Self.second
        #expect(rate.admit(&use, at: now).isAdmitted)
      }
    }
  }

  @Test func callersOfOneKeyThatComeBackWhenToldAreAllAdmitted() {
    let rate = CellRate(.perSecond(50, by: .project))
    var use = CellRate.Use()
    var returns: [Int64] = []
    for _ in 0..<1000 {
      let verdict = rate.admit(&use, at: Self.start)
      if !verdict.isAdmitted { returns.append(Self.start + Int64(verdict.retryAfter) * Self.second) }
    }
    #expect(returns.count == 950)
    for instant in returns.sorted() { #expect(rate.admit(&use, at: instant).isAdmitted) }
  }

  @Test func aSlowCallThatIsRepeatedIsToldTheSameInstant() {
    let rate = CellRate(.perMinute(5))
    var use = CellRate.Use()
    for _ in 0..<5 { #expect(rate.admit(&use, at: Self.start).isAdmitted) }
    for _ in 0..<100 { #expect(rate.admit(&use, at: Self.start).retryAfter == 12) }
  }

  @Test func aFloodMovesTheInstantByAMinuteAtMost() {
    let rate = CellRate(.perMinute(100, by: .project))
    var use = CellRate.Use()
    for _ in 0..<10_000 { _ = rate.admit(&use, at: Self.start) }
    #expect(rate.admit(&use, at: Self.start).retryAfter == 61)
  }

  @Test func aClockThatIsSetBackLocksNoKey() {
    let rate = CellRate(.perMinute(10))
    var use = CellRate.Use()
    for _ in 0..<10 { #expect(rate.admit(&use, at: Self.start).isAdmitted) }
    let earlier = Self.start - 86_400 * Self.second
    #expect(!rate.admit(&use, at: earlier).isAdmitted)
    #expect(rate.admit(&use, at: earlier + 6 * Self.second).isAdmitted)
  }

  @Test func extremeLimitsDoNotOverflow() {
    let rare = CellRate(CallLimit(1, per: .seconds(86_400), burst: 1_000_000))
    var use = CellRate.Use()
    #expect(rare.admit(&use, at: Self.start).remaining == 364)
    let frequent = CellRate(CallLimit(1_000_000, per: .seconds(1)))
    use = CellRate.Use()
    for _ in 0..<1_000_000 { #expect(frequent.admit(&use, at: Self.start).isAdmitted) }
    #expect(!frequent.admit(&use, at: Self.start).isAdmitted)
  }

  @Test func hostsThatDivideALimitHaveTogetherNoMore() {
    let whole = CellRate(.perMinute(100))
    let part = CellRate(whole, dividedBy: 3)
    #expect(part.burst * 3 <= whole.burst)
    #expect(part.interval == 3 * whole.interval)
  }
}
