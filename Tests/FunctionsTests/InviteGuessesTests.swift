import Edge
import Foundation
import Testing

@testable import Functions

@Suite struct InviteGuessesTests {
  private func guesses(_ seconds: [TimeInterval], at now: TimeInterval) -> InviteGuesses {
    InviteGuesses(
      seconds.enumerated().map { InviteGuesses.Miss(slot: $0.offset, at: noon + $0.element) }, at: noon + now)
  }

  @Test(
    arguments: [
      ([], 0, 10), ([0], 0, 9), (Array(repeating: 0, count: 9), 59.999, 1), (Array(repeating: 0, count: 10), 60, 10),
      ([0, 30, 59], 59.9, 7), ([0, 30, 59], 60, 8), ([0, 30, 59], 89.9, 8), ([0, 30, 59], 90, 9),
    ] as [([TimeInterval], TimeInterval, Int)])
  func missesOfTheLastMinuteCount(seconds: [TimeInterval], now: TimeInterval, left: Int) {
    #expect(guesses(seconds, at: now).standing == RateLimit(limit: 10, remaining: left))
  }

  @Test func theTenthMissWithinAMinuteClosesUntilTheOldestIsAMinuteOld() {
    let misses = (0..<10).map { TimeInterval($0 * 5) }
    for now in [45, 59.999] {
      #expect(guesses(misses, at: now).standing == RateLimit(limit: 10, remaining: 0, retryAt: noon + 60))
    }
    #expect(guesses(misses, at: 60).standing == RateLimit(limit: 10, remaining: 1))
    #expect(
      guesses(Array(misses.dropLast()), at: 45).standingAfterMiss
        == RateLimit(limit: 10, remaining: 0, retryAt: noon + 60))
  }

  @Test func aClientThatWaitsIsNotRefusedAgain() throws {
    let misses = (0..<10).map { 0.0004 + TimeInterval($0) * 0.77 }
    let refused = guesses(misses, at: 7.5)
    let wait = try #require(refused.standing.fields(at: noon + 7.5)[.retryAfter].flatMap(TimeInterval.init))
    #expect(guesses(misses, at: 7.5 + wait).standing.remaining > 0)
  }

  @Test func aMissOfAHostWhoseClockIsAheadCountsAsOneOfNow() {
    let ahead = guesses(Array(repeating: 600, count: 10), at: 0)
    #expect(ahead.standing == RateLimit(limit: 10, remaining: 0, retryAt: noon + 60))
  }

  @Test func aMissTakesAFreeSlotAndThenTheOldestOnes() {
    #expect(guesses([], at: 0).nextSlot == 0)
    #expect(guesses([5, 4, 3], at: 9).nextSlot == 3)
    #expect(guesses([9, 8, 7, 1, 5, 6, 7, 8, 9, 9], at: 80).nextSlot == 3)
  }
}
