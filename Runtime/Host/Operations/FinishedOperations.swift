/// The ended operations of one event loop: the counts of each name, and the last operations.
struct FinishedOperations: Sendable {
  /// The number of last operations that are kept.
  static let kept = 128

  /// The counts by the index of the name.
  private(set) var counts: [OperationCounts] = []
  /// The last operations, in no particular order.
  private(set) var recent: [FinishedOperation] = []
  /// The place of the oldest one, which the next one replaces.
  private var oldest = 0

  mutating func add(_ operation: FinishedOperation) {
    let name = operation.id.name
    if counts.count <= name {
      counts.append(contentsOf: repeatElement(OperationCounts(), count: name + 1 - counts.count))
    }
    counts[name].add(status: operation.status, microseconds: operation.microseconds)
    guard recent.count == Self.kept else { return recent.append(operation) }
    recent[oldest] = operation
    oldest = (oldest + 1) % Self.kept
  }
}
