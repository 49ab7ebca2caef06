/// A reader of chunks that goes from the newest record to the oldest.
struct RecordCursor<Record: RingRecord> {
  private let chunks: [RecordChunk<Record>]
  /// The place of the next record: the chunk, and the number of its records that are still to be read.
  private var chunk: Int
  private var left: Int

  /// - Parameter bound: only records with a number below it are read; nil for all.
  init(_ chunks: [RecordChunk<Record>], before bound: UInt64?) {
    self.chunks = chunks
    chunk = chunks.count - 1
    left = chunks.last?.records.count ?? 0
    guard let bound else {
      skipEmpty()
      return
    }
    while chunk >= 0, let first = chunks[chunk].records.first?.sequence, first >= bound { step() }
    skipEmpty()
    while let sequence, sequence >= bound { back() }
  }

  /// The number of the next record; nil if none is left.
  var sequence: UInt64? { chunk >= 0 ? chunks[chunk].records[left - 1].sequence : nil }

  mutating func next() -> Record? {
    guard chunk >= 0 else { return nil }
    let record = chunks[chunk].records[left - 1]
    back()
    return record
  }

  private mutating func back() {
    left -= 1
    skipEmpty()
  }

  private mutating func skipEmpty() { while chunk >= 0, left == 0 { step() } }

  private mutating func step() {
    chunk -= 1
    left = chunk >= 0 ? chunks[chunk].records.count : 0
  }
}
