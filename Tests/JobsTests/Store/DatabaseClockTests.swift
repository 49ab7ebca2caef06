import Foundation
import Testing

@testable import Jobs

@Suite struct DatabaseClockTests {
  private let start = ContinuousClock.now
  private let clock = DatabaseClock()

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
}
