import Foundation
import Testing

@testable import Jobs

@Suite struct DatabaseClockTests {
  private let start = ContinuousClock.now
  private let clock = DatabaseClock(tolerance: .seconds(5))

  @Test func aSlowReadingDoesNotReplaceAPreciseOne() {
    clock.set(Date(timeIntervalSince1970: 0), from: start, to: start)
    clock.set(Date(timeIntervalSince1970: 1_000_000), from: start, to: start + .seconds(8))

    #expect(clock.now < Date(timeIntervalSince1970: 500_000))
  }

  @Test func aSlowReadingReplacesAnOldOne() {
    clock.set(Date(timeIntervalSince1970: 0), from: start, to: start)
    clock.set(Date(timeIntervalSince1970: 1_000_000), from: start + .seconds(992), to: start + .seconds(1_000))

    #expect(clock.now > Date(timeIntervalSince1970: 500_000))
  }

  @Test func aReadingAsPreciseAsTheLastReplacesIt() {
    clock.set(Date(timeIntervalSince1970: 0), from: start, to: start + .seconds(8))
    clock.set(Date(timeIntervalSince1970: 1_000_000), from: start + .seconds(8), to: start + .seconds(16))

    #expect(clock.now > Date(timeIntervalSince1970: 500_000))
  }

  @Test(arguments: [(5.5, false), (6.5, true), (3600, true), (-3600, false)])
  func aReadingFarAheadIsAStepOfTheClock(seconds: Double, isStep: Bool) {
    clock.set(Date(timeIntervalSince1970: 0), from: start, to: start + .seconds(1))
    #expect(!clock.takeStep(), "the first reading")
    // Half a second of uncertainty for each reading. The instants are half a minute apart.
    clock.set(
      Date(timeIntervalSince1970: 30 + seconds), from: start + .seconds(30), to: start + .seconds(31))
    // Later readings in other places absorb the step.
    clock.set(Date(timeIntervalSince1970: 40 + seconds), from: start + .seconds(40), to: start + .seconds(41))
    #expect(clock.takeStep() == isStep)
    #expect(!clock.takeStep())
  }

  @Test func aStepIsNoticedInAReadingThatIsNotPrecise() {
    clock.set(Date(timeIntervalSince1970: 0), from: start, to: start)
    clock.set(Date(timeIntervalSince1970: 3600), from: start, to: start + .seconds(8))
    #expect(clock.takeStep())
  }
}
