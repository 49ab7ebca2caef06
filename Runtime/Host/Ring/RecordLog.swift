import Synchronization

/// The newest records of one kind, in stripes, up to a number of bytes.
final class RecordLog<Record: RingRecord>: Sendable {
  let stripes: [RecordStripe<Record>]
  private let capacity: Int
  /// The bytes of the full chunks.
  private let bytes = Atomic(0)

  /// - Parameter capacity: the most bytes.
  init(capacity: Int, stripes count: Int) {
    stripes = (0..<max(1, count)).map { _ in RecordStripe() }
    // Each stripe's open chunk may be as long as a full one, and its last record longer than what is left.
    self.capacity = max(0, capacity - stripes.count * 2 * RecordChunk<Record>.mostBytes)
  }

  /// Adds a record, which gets the next number.
  func add(_ record: consuming Record, stripe: Int, numberedBy last: borrowing Atomic<UInt64>) {
    let filled = stripes[stripe % stripes.count].add(record, numberedBy: last)
    guard filled > 0 else { return }
    var total = bytes.add(filled, ordering: .relaxed).newValue
    while total > capacity, let freed = dropOldest() { total = bytes.subtract(freed, ordering: .relaxed).newValue }
  }

  /// Drops the oldest full chunk of all stripes.
  private func dropOldest() -> Int? {
    let oldest = stripes.compactMap { stripe in stripe.oldest.map { (stripe, $0) } }.min { $0.1 < $1.1 }
    return oldest?.0.drop()
  }

  /// Selects records, the newest first: those with a number below `bound`, nil for all; and only those for which
  /// `isWanted` is true.
  func select(before bound: UInt64?, limit: Int, where isWanted: (Record) -> Bool) -> [Record] {
    guard limit > 0 else { return [] }
    var cursors = stripes.map { RecordCursor($0.chunks, before: bound) }
    var selected: [Record] = []
    while true {
      var newest: (stripe: Int, sequence: UInt64)?
      for index in cursors.indices {
        guard let sequence = cursors[index].sequence, sequence > newest?.sequence ?? 0 else { continue }
        newest = (index, sequence)
      }
      guard let newest else { return selected }
      if let record = cursors[newest.stripe].next(), isWanted(record) {
        selected.append(record)
        if selected.count == limit { return selected }
      }
    }
  }
}
