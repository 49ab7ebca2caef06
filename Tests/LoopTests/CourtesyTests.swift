import Testing

@testable import Loop

@Suite struct CourtesyTests {
  private let start = ContinuousClock.now

  @Test func aPassWithLittleToDoLetsNobodyThrough() {
    let courtesy = Courtesy()
    for ready in 0..<Courtesy.busyPass { #expect(!courtesy.isDue(afterPassOf: ready, at: start)) }
    #expect(courtesy.isDue(afterPassOf: Courtesy.busyPass, at: start))
    #expect(courtesy.isDue(afterPassOf: 64, at: start))
  }

  @Test func whoHandsOverSoonMayGoOnDoingSo() {
    var courtesy = Courtesy()
    for step in 0..<10 {
      let now = start + .milliseconds(10 * step)
      courtesy.ended(from: now, to: now + Courtesy.patience)
      #expect(courtesy.isDue(afterPassOf: 16, at: now + Courtesy.patience))
    }
  }

  /// Each one more that computes has the next wait twice as long, up to a limit.
  @Test func afterOneThatComputesNobodyIsLetThroughForAWhile() {
    var courtesy = Courtesy()
    var now = start
    for pause in [100, 200, 400, 800, 1600, 1600] {
      let end = now + Courtesy.patience + .nanoseconds(1)
      courtesy.ended(from: now, to: end)
      now = end + .milliseconds(pause)
      #expect(!courtesy.isDue(afterPassOf: 16, at: now - .nanoseconds(1)), "\(pause)")
      #expect(courtesy.isDue(afterPassOf: 16, at: now), "\(pause)")
    }
    // One that hands over soon makes up for all of them.
    courtesy.ended(from: now, to: now)
    #expect(courtesy.isDue(afterPassOf: 16, at: now))
    courtesy.ended(from: now, to: now + .milliseconds(3))
    #expect(courtesy.isDue(afterPassOf: 16, at: now + .milliseconds(103)))
  }
}
