import Foundation
import Testing

@testable import Console

@Suite struct RecentRateTests {
  /// The beginning of a minute.
  private let minute = Date(timeIntervalSince1970: 1_800_000_000)

  private func rate(_ count: Int, _ seconds: TimeInterval, since start: TimeInterval? = nil) -> Double {
    let now = minute.addingTimeInterval(seconds)
    return RecentRate(now: now, since: start.map { now.addingTimeInterval(-$0) }).perMinute(count)
  }

  @Test func theRunningMinuteCountsByItsElapsedPart() {
    // Ten calls in each minute.
    #expect(rate(40, 0) == 10)
    #expect(rate(45, 30) == 10)
    #expect(rate(0, 30) == 0)
  }

  @Test func aHostThatHasJustBegunHasNoEarlierMinutes() {
    #expect(rate(20, 30, since: 120) == 10)
    #expect(rate(45, 30, since: 3600) == 10)
    // One call in a few seconds is no rate of many a minute.
    #expect(rate(1, 30, since: 2) == 1)
    #expect(rate(1, 30, since: -5) == 1)
  }
}
