import Testing

@testable import Jobs

@Suite struct CountsFreshnessTests {
  @Test func countsThatWereNeverReadAreRead() {
    var freshness = CountsFreshness()
    #expect(freshness.decide(age: nil) == .read)
  }

  @Test func cheapCountsAreReadAgainAfterTenTimesTheirCost() {
    var freshness = CountsFreshness()
    freshness.ended(cost: .milliseconds(2))
    #expect(freshness.decide(age: .milliseconds(19)) == .use)
    #expect(freshness.decide(age: .milliseconds(20)) == .read)
  }

  @Test func costlyCountsAreReadOnceBesideTheCallers() {
    var freshness = CountsFreshness()
    freshness.ended(cost: .milliseconds(200))
    #expect(freshness.decide(age: .seconds(1)) == .use)
    #expect(freshness.decide(age: .seconds(3)) == .useAndRead)
    #expect(freshness.decide(age: .seconds(3)) == .use, "another reading is going on")
    freshness.ended(cost: nil)
    #expect(freshness.decide(age: .seconds(3)) == .useAndRead, "the reading failed")
  }

  @Test func oldCountsAreNotUsed() {
    var freshness = CountsFreshness()
    freshness.ended(cost: .milliseconds(200))
    #expect(freshness.decide(age: .seconds(11)) == .read)
    freshness.ended(cost: .seconds(2))
    #expect(freshness.decide(age: .seconds(39)) == .useAndRead)
    #expect(freshness.decide(age: .seconds(41)) == .read)
  }
}
