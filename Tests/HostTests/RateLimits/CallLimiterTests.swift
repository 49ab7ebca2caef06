import Edge
import Foundation
import Testing

@testable import Host

/// Keys in memory: apart from each other, bounded, and forgotten.
@Suite struct CallLimiterTests {
  private static let now = Date(timeIntervalSince1970: 1_772_366_400)

  @Test func keysAreCountedApart() {
    let limiter = CallLimiter<String>(.perMinute(2))
    #expect(limiter.admit("a", at: Self.now).isAdmitted)
    #expect(limiter.admit("a", at: Self.now).isAdmitted)
    #expect(!limiter.admit("a", at: Self.now).isAdmitted)
    #expect(limiter.admit("b", at: Self.now).isAdmitted)
    #expect(limiter.admit("a", at: Self.now + 30).isAdmitted)
  }

  @Test func aFloodOfKeysIsBounded() {
    let limiter = CallLimiter<Int>(.perHour(10))
    for key in 0..<300_000 { _ = limiter.admit(key, at: Self.now) }
    #expect(limiter.count <= 65_536)
    #expect(limiter.count > 30_000)
  }

  @Test func keysThatAreFullAgainAreForgotten() {
    let limiter = CallLimiter<Int>(.perMinute(60))
    for key in 0..<50_000 { _ = limiter.admit(key, at: Self.now) }
    for key in 50_000..<100_000 { _ = limiter.admit(key, at: Self.now + 2) }
    #expect(limiter.count <= 65_536)
    for key in 100_000..<170_000 { _ = limiter.admit(key, at: Self.now + 4) }
    #expect(limiter.count <= 65_536)
  }

  @Test func aFloodOfKeysKeepsTheKeysWithTheMostUse() {
    let limiter = CallLimiter<Int>(.perHour(10))
    for _ in 0..<10 { _ = limiter.admit(-1, at: Self.now) }
    for key in 0..<300_000 { _ = limiter.admit(key, at: Self.now) }
    #expect(!limiter.admit(-1, at: Self.now).isAdmitted)
  }
}
