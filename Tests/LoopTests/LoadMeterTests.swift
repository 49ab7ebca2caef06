import Testing

@testable import Loop

@Suite struct LoadMeterTests {
  @Test func theShareIsOfTheTimeSinceTheLast() {
    var meter = LoadMeter()
    let start = ContinuousClock.now
    func share(at milliseconds: Int, computed: Int) -> Double? {
      meter.share(at: start + .milliseconds(milliseconds)) { .milliseconds(computed) }
    }
    // The first look has nothing to compare with.
    var shares = [share(at: 0, computed: 500), share(at: 49, computed: 549)]
    #expect(shares == [nil, nil])
    shares = [share(at: 100, computed: 575), share(at: 150, computed: 575), share(at: 1150, computed: 825)]
    #expect(shares == [0.75, 0, 0.25])
    // Two clocks are never quite as fast.
    #expect(share(at: 1250, computed: 1000) == 1)
  }
}
