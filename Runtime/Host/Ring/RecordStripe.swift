import Synchronization

/// A stripe of a ``RecordLog``: records in the order of their numbers. Threads that add to different stripes do not
/// wait for each other.
final class RecordStripe<Record: RingRecord>: Sendable {
  private struct State {
    /// The full chunks, the oldest first.
    var full: [RecordChunk<Record>] = []
    var open = RecordChunk<Record>(start: 0)
  }

  private let state = Mutex(State())

  /// Adds a record, which gets the next number; returns the bytes of the chunk that it filled, 0 if it filled none.
  func add(_ record: consuming Record, numberedBy last: borrowing Atomic<UInt64>) -> Int {
    var record = record
    return state.withLock { state in
      // Under the lock, so that a stripe's numbers ascend. Readers that saw the number find the record, since they wait
      // for the lock.
      record.sequence = last.add(1, ordering: .sequentiallyConsistent).newValue
      state.open.add(record)
      guard state.open.isFull else { return 0 }
      let bytes = state.open.bytes
      let end = state.open.end
      state.full.append(state.open)
      state.open = RecordChunk(start: end)
      state.open.reserve()
      return bytes
    }
  }

  /// The number of its oldest record that can be dropped; nil if there is none.
  var oldest: UInt64? { state.withLock { $0.full.first?.records.first?.sequence } }

  /// Drops the oldest full chunk; returns its bytes.
  func drop() -> Int {
    // The chunk is released outside of the lock.
    let dropped = state.withLock { $0.full.isEmpty ? nil : $0.full.removeFirst() }
    return dropped?.bytes ?? 0
  }

  /// All chunks, the oldest first.
  var chunks: [RecordChunk<Record>] { state.withLock { $0.full + [$0.open] } }

  /// The place that the next record will have.
  var end: Int { state.withLock { $0.open.end } }

  /// The records from a place on, and the number of those that were dropped before they were read.
  ///
  /// - Parameters:
  ///   - position: the place of the first; it is set to the place after the last.
  ///   - limit: the most records. Older ones are skipped, and count as dropped.
  func take(from position: inout Int, limit: Int) -> (records: [Record], missed: Int) {
    let (parts, start, end) = state.withLock { state -> ([ArraySlice<Record>], Int, Int) in
      let end = state.open.end
      let oldest = state.full.first?.start ?? state.open.start
      let start = max(position, oldest, end - limit)
      var parts: [ArraySlice<Record>] = []
      for chunk in state.full.reversed() {
        guard chunk.end > start else { break }
        parts.append(chunk.records[max(0, start - chunk.start)...])
      }
      parts.reverse()
      // A copy, so that the next record does not copy the whole chunk.
      parts.append(
        ArraySlice(Array(state.open.records[min(max(0, start - state.open.start), state.open.records.count)...])))
      return (parts, start, end)
    }
    let missed = start - position
    position = end
    return (parts.flatMap(\.self), max(0, missed))
  }
}
