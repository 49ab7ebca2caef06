package import FoundationEssentials

/// The figures of one function, or of one handler of paths, in the last hour and since the host's start.
package struct FunctionStatistics: Sendable, Hashable {
  package static let minutes = 60

  package let name: String
  /// The answered calls since the host's start.
  package let calls: Int
  /// Those with a status from 400 to 499.
  package let refused: Int
  /// Those with a status from 500 on, and failed responses.
  package let errors: Int
  /// The calls that run now.
  package let running: Int
  /// When the last call ended; nil without one.
  package let last: Date?
  /// The version that ran the last call of a bundle.
  package let version: String?
  /// The last 60 minutes, the oldest first; the last one is the current minute. Minutes without calls are there too.
  package let minutes: [MinuteStatistics]

  /// The sum of the last minutes, with the current one.
  package func sum(ofLast count: Int = minutes) -> MinuteStatistics { .sum(minutes.suffix(count)) }

  /// The CPU time of a call in microseconds on average in the last hour; nil if it is not known.
  package var cpuPerCall: Int? {
    let sum = sum()
    return sum.cpuCalls > 0 ? sum.cpuMicroseconds / sum.cpuCalls : nil
  }
}
