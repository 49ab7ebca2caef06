import Testing

@testable import Jobs

@Suite struct CountsFreshnessTests {
  @Test func countsThatWereNeverReadAreRead() {
    let freshness = CountsFreshness()
    #expect(freshness.decide(age: nil) == .read)
  }

  @Test func cheapCountsAreReadAgainAfterTenTimesTheirCost() {
    var freshness = CountsFreshness()
    freshness.ended(cost: .milliseconds(2))
    #expect(freshness.decide(age: .milliseconds(19)) == .use)
    #expect(freshness.decide(age: .milliseconds(20)) == .read)
  }

  @Test func costlyCountsAreReadBesideTheCallers() {
    var freshness = CountsFreshness()
    freshness.ended(cost: .milliseconds(200))
    #expect(freshness.decide(age: .seconds(1)) == .use)
    #expect(freshness.decide(age: .seconds(3)) == .useAndRead)
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
