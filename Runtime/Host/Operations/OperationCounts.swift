/// The ended operations of one name: how they ended, and how long they took.
struct OperationCounts: Sendable, Hashable {
  private(set) var succeeded = 0
  private(set) var refused = 0
  private(set) var failed = 0
  /// The longest duration in microseconds.
  private(set) var longest = 0
  private(set) var latencies = LatencyHistogram<UInt64>()

  /// Whether no operation has ended.
  var isEmpty: Bool { latencies.total == 0 }

  mutating func add(status: Int, microseconds: Int) {
    switch OperationOutcome(status: status) {
    case .succeeded: succeeded += 1
    case .refused: refused += 1
    case .failed: failed += 1
    }
    longest = max(longest, microseconds)
    latencies.add(microseconds: microseconds)
  }

  /// Adds the operations of another event loop.
  mutating func add(_ other: OperationCounts) {
    succeeded += other.succeeded
    refused += other.refused
    failed += other.failed
    longest = max(longest, other.longest)
    latencies.add(other.latencies)
  }
}
