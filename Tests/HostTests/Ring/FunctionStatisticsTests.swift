import Foundation
import Testing

@testable import Host

@Suite struct FunctionStatisticsTests {
  @Test func callsAreCountedByMinuteOverAllStripes() throws {
    let ring = EventRing(stripes: 2)
    ring.add(RingFixtures.invocation(microseconds: 100), stripe: 0)
    ring.add(RingFixtures.invocation(status: 404, microseconds: 100), stripe: 1)
    ring.add(RingFixtures.invocation(status: 500, microseconds: 100_000, at: 60), stripe: 1)
    ring.countRunning { ["greet": 3, "other": 1] }
    let all = ring.functionStatistics(now: RingFixtures.start.addingTimeInterval(60))
    #expect(all.map(\.name) == ["greet", "other"])
    let greet = try #require(all.first)
    #expect((greet.calls, greet.refused, greet.errors, greet.running) == (3, 1, 1, 3))
    #expect(greet.minutes.count == 60)
    #expect(greet.minutes.suffix(2).map(\.calls) == [2, 1])
    #expect(greet.minutes.dropLast(2).allSatisfy { $0.calls == 0 })
    let p50 = try #require(greet.sum().quantile(0.5))
    #expect(abs(p50 - 100) <= 13)
    let p99 = try #require(greet.sum().quantile(0.99))
    #expect(abs(p99 - 100_000) <= 12_500)
    #expect(greet.sum(ofLast: 1).calls == 1)
  }

  @Test func minutesThatAreOverForAnHourAreNotShown() throws {
    let ring = EventRing(stripes: 1)
    ring.add(RingFixtures.invocation())
    ring.add(RingFixtures.invocation(at: 3600))
    let late = try #require(ring.functionStatistics(now: RingFixtures.start.addingTimeInterval(3600)).first)
    #expect(late.calls == 2)
    #expect(late.sum().calls == 1)
    // A clock that was set back.
    ring.add(RingFixtures.invocation())
    #expect(ring.functionStatistics(now: RingFixtures.start).first?.calls == 3)
  }

  @Test func namesAreBounded() {
    let ring = EventRing(stripes: 1)
    for number in 0..<2000 { ring.add(RingFixtures.invocation("f\(number)")) }
    let all = ring.functionStatistics(now: RingFixtures.start)
    #expect(all.count == StatisticsTable.capacity + 1)
    #expect(all.first { $0.name == StatisticsTable.others }?.calls == 2000 - StatisticsTable.capacity)
  }
}
