import Testing

@testable import Host

@Suite struct LatencyHistogramTests {
  @Test func everyDurationIsInABucketWhoseMiddleIsNear() {
    var last = 0
    for exponent in 0..<32 {
      for step in [0, 1, 2, 3, 5, 7] {
        let value = (1 << exponent) + step << max(0, exponent - 3)
        let bucket = LatencyBuckets.bucket(of: value)
        #expect((0..<124).contains(bucket))
        guard value < 1 << 32 else { continue }
        let middle = LatencyBuckets.middle(of: bucket)
        #expect(abs(middle - Double(value)) <= Double(value) / 8, "\(value): \(middle)")
      }
      #expect(LatencyBuckets.bucket(of: 1 << exponent) >= last)
      last = LatencyBuckets.bucket(of: 1 << exponent)
    }
  }

  @Test func valuesBeyondTheRangeAreClamped() {
    #expect(LatencyBuckets.bucket(of: -1) == 0)
    #expect(LatencyBuckets.bucket(of: .max) == 123)
    #expect(LatencyBuckets.bucket(of: Int(UInt32.max)) == 123)
  }

  @Test func quantilesAreThoseOfASortedList() {
    var histogram = LatencyHistogram<UInt64>()
    #expect(histogram.quantile(0.5) == nil)
    let durations = (1...1000).map { $0 * 37 }
    for duration in durations.shuffled() { histogram.add(microseconds: duration) }
    for (part, exact) in [(0.0, 37), (0.5, 500 * 37), (0.99, 990 * 37), (1.0, 1000 * 37)] {
      let found = histogram.quantile(part) ?? -1
      #expect(abs(found - Double(exact)) <= Double(exact) / 8, "\(part): \(found), not \(exact)")
    }
  }

  @Test func oneSlowCallInAHundredIsTheLast() {
    var histogram = LatencyHistogram<UInt64>()
    for _ in 0..<99 { histogram.add(microseconds: 100) }
    histogram.add(microseconds: 1_000_000)
    #expect(histogram.quantile(0.99) == histogram.quantile(0.5))
    histogram.add(microseconds: 1_000_000)
    #expect(histogram.quantile(0.99) ?? 0 > 900_000)
  }

  @Test func twoHistogramsAdded() {
    var first = LatencyHistogram<UInt64>()
    var second = first
    var both = first
    for value in 0..<500 {
      first.add(microseconds: value)
      both.add(microseconds: value)
      second.add(microseconds: value * 1000)
      both.add(microseconds: value * 1000)
    }
    var sum = LatencyHistogram<UInt64>()
    sum.add(LatencyHistogram<UInt64>())
    #expect(sum.total == 0)
    sum.add(first)
    sum.add(second)
    #expect(sum == both)
    #expect(sum.total == 1000)
  }
}
