import Testing

@testable import Jobs

@Suite struct LaneArrangementTests {
  @Test func eachVersionIsArrangedOnceFromTheFirstJobOn() {
    var arrangement = LaneArrangement()
    #expect(arrangement.isComplete)
    arrangement.begin(0)
    #expect(arrangement.last == 0 && !arrangement.isComplete)
    arrangement.moved(upTo: 1000)
    arrangement.begin(0)
    #expect(arrangement.last == 1000)
    arrangement.begin(1)
    #expect(arrangement.last == 0, "the lanes may be others")
    arrangement.moved(upTo: nil)
    arrangement.begin(1)
    #expect(arrangement.isComplete)
  }
}
