import Edge
import Testing

@testable import Jobs

@Suite struct RateBucketTests {
  private let second: Int64 = 1_000_000

  /// Starts as many jobs as allowed at each step, and returns the times of the starts.
  private func starts(_ rate: StartRate, for seconds: Int64, lookingEvery step: Int64) -> [Int64] {
    var stored: Int64?
    var starts: [Int64] = []
    for now in stride(from: second, to: second + seconds * second, by: Int64.Stride(step)) {
      var bucket = RateBucket(rate, stored: stored, now: now)
      let count = bucket.starts
      starts += Array(repeating: now, count: count)
      bucket.start(count)
      stored = bucket.next
    }
    return starts
  }

  @Test(arguments: [(50, 1000), (50, 70_000), (1000, 5000), (3, 999)] as [(Int, Int64)])
  func anyPeriodHasAtMostATenthMoreStarts(_ count: Int, _ step: Int64) {
    let rate = StartRate.perSecond(count)
    let starts = starts(rate, for: 20, lookingEvery: step)
    let limit = rate.count + max(1, rate.count / 10)
    for (index, start) in starts.enumerated() where index >= limit {
      #expect(start - starts[index - limit] >= second - 1)
    }
    #expect(starts.count >= rate.count * 20 - 1 && starts.count <= rate.count * 20 + limit)
  }

  @Test func aClockThatIsSetBackDelaysStartsOnlyBriefly() {
    let bucket = RateBucket(.perSecond(10), stored: 1000 * second, now: second)
    #expect(bucket.starts == 0 && bucket.nextStart == second + second / 10)
  }

  @Test func aSlowRateIsEven() {
    var bucket = RateBucket(.perMinute(2), stored: nil, now: second)
    #expect(bucket.starts == 1)
    bucket.start(1)
    #expect(bucket.starts == 0 && bucket.nextStart == 31 * second)
  }

  @Test func unevenRatesAreRounded() {
    #expect(StartRate(0, per: .zero) == StartRate(1, per: .milliseconds(1)))
    #expect(StartRate(.max, per: .seconds(1_000_000)) == StartRate(1_000_000, per: .seconds(86_400)))
    #expect(RateBucket(StartRate(1_000_000, per: .milliseconds(1)), stored: nil, now: 0).starts == 100_000)
  }
}
