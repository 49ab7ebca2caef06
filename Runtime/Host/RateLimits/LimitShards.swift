import Synchronization

/// Tables of keys, each with its own lock: the event loops then seldom wait for each other, and forgetting keys takes a
/// short time.
final class LimitShards<Table: Sendable>: Sendable {
  /// One table.
  final class Shard: Sendable {
    private let state: Mutex<Table>

    init(_ table: sending Table) { state = Mutex(table) }

    func withLock<Result: Sendable>(_ body: (inout Table) -> Result) -> Result { state.withLock { body(&$0) } }
  }

  /// The most keys of all tables.
  static var capacity: Int { 65_536 }
  private static var count: Int { 16 }

  let all: [Shard]

  /// - Parameter table: makes an empty table for a number of keys.
  init(_ table: (_ capacity: Int) -> Table) {
    all = (0..<Self.count).map { _ in Shard(table(Self.capacity / Self.count)) }
  }

  subscript(_ key: some Hashable) -> Shard { all[Int(UInt(bitPattern: key.hashValue) >> 32) % all.count] }
}
