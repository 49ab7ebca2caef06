/// Records that came one after the other, and are dropped together.
struct RecordChunk<Record: RingRecord>: Sendable {
  /// The most records of a chunk, and the bytes that end one.
  static var mostRecords: Int { 256 }
  static var mostBytes: Int { 128 << 10 }

  /// The place of its first record among all records of its stripe.
  let start: Int
  private(set) var records: [Record] = []
  private(set) var bytes = 0

  var isFull: Bool { records.count >= Self.mostRecords || bytes >= Self.mostBytes }
  var end: Int { start + records.count }

  mutating func add(_ record: consuming Record) {
    bytes += record.footprint
    records.append(record)
  }

  mutating func reserve() { records.reserveCapacity(Self.mostRecords) }
}
