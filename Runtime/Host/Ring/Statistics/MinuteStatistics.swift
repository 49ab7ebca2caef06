package import FoundationEssentials

/// The calls of a function that ended in one minute.
package struct MinuteStatistics: Sendable, Hashable {
  /// The minute: 60 s each from 1970 on.
  package let minute: Int
  package private(set) var calls = 0
  /// The calls with a status from 400 to 499.
  package private(set) var refused = 0
  /// The calls with a status from 500 on, and failed responses.
  package private(set) var errors = 0
  /// The sum of all durations.
  package private(set) var microseconds = 0
  /// The CPU time of the calls for which it is known, and their number.
  package private(set) var cpuMicroseconds = 0
  package private(set) var cpuCalls = 0
  private var histogram = LatencyHistogram<UInt32>()

  init(minute: Int) { self.minute = minute }

  package var start: Date { Date(timeIntervalSince1970: Double(minute) * 60) }

  /// The duration in microseconds that a part of the calls did not exceed, exact to an eighth; nil without calls.
  ///
  /// - Parameter part: 0.5 for the median, 0.95 for the 95th percentile.
  package func quantile(_ part: Double) -> Int? { histogram.quantile(part).map { Int($0) } }

  mutating func add(_ record: borrowing InvocationRecord) {
    calls += 1
    if record.isError { errors += 1 } else if record.status >= 400 { refused += 1 }
    microseconds += record.timing.total
    histogram.add(microseconds: record.timing.total)
    guard let cpu = record.timing.cpu else { return }
    cpuMicroseconds += cpu
    cpuCalls += 1
  }

  /// Adds the calls of another minute, or of the same minute on another event loop.
  mutating func add(_ other: MinuteStatistics) {
    calls += other.calls
    refused += other.refused
    errors += other.errors
    microseconds += other.microseconds
    cpuMicroseconds += other.cpuMicroseconds
    cpuCalls += other.cpuCalls
    histogram.add(other.histogram)
  }
}

/// The encoding for other hosts: an array of numbers, to be short, since each function has 60 minutes.
extension MinuteStatistics: Codable {
  /// The largest number that is read: sums of such numbers do not overflow.
  private static let largest = 1 << 48

  package init(from decoder: any Decoder) throws {
    let numbers = try [Int](from: decoder)
    guard numbers.count >= 7, numbers.allSatisfy({ (0...Self.largest).contains($0) }),
      let histogram = LatencyHistogram<UInt32>(numbers: numbers.dropFirst(7))
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "Not a minute's counts"))
    }
    minute = numbers[0]
    (calls, refused, errors, microseconds) = (numbers[1], numbers[2], numbers[3], numbers[4])
    (cpuMicroseconds, cpuCalls) = (numbers[5], numbers[6])
    self.histogram = histogram
  }

  package func encode(to encoder: any Encoder) throws {
    let sums = [minute, calls, refused, errors, microseconds, cpuMicroseconds, cpuCalls].map { max(0, $0) }
    try (sums + histogram.numbers).encode(to: encoder)
  }
}
