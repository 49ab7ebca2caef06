import Testing

@testable import Loop

@Suite struct LoadMeterTests {
  @Test func theShareIsOfTheTimeSinceTheLast() {
    var meter = LoadMeter()
    let start = ContinuousClock.now
    func share(at milliseconds: Int, waited: Int...) -> Double? {
      for time in waited { meter.addWait(.milliseconds(time)) }
      return meter.takeShare(at: start + .milliseconds(milliseconds))
    }
    // The first look has nothing to compare with.
    #expect(share(at: 0, waited: 500) == nil)
    #expect(share(at: 49) == nil)
    #expect(share(at: 100, waited: 20, 5) == 0.75)
    #expect(share(at: 150, waited: 50) == 0)
    #expect(share(at: 1150, waited: 250, 500) == 0.25)
    #expect(share(at: 1250) == 1)
    #expect(share(at: 1350, waited: 101) == 0)
  }
}
