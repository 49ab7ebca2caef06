package import Edge
package import FoundationEssentials
import Synchronization

/// A limit on calls by key, counted in the memory of this process. It keeps at most 65,536 keys, and forgets those that
/// are full again.
package final class CallLimiter<Key: Hashable & Sendable>: Sendable {
  private let rate: CellRate
  private let shards: LimitShards<LimitTable<Key, CellRate.Use>>

  package convenience init(_ limit: CallLimit) { self.init(CellRate(limit)) }

  init(_ rate: CellRate) {
    self.rate = rate
    shards = LimitShards { LimitTable(capacity: $0) }
  }

  /// Counts a call of a key if it is within the limit.
  package func admit(_ key: Key, at now: Date) -> LimitVerdict { admit(key, at: now.nanoseconds) }

  /// Counts a call of a key if it is within the limit.
  ///
  /// - Parameter now: nanoseconds of the clock that all calls of this limiter use.
  package func admit(_ key: Key, at now: Int64) -> LimitVerdict {
    shards[key].withLock { table in
      table.update(key, default: CellRate.Use(), at: now) { rate.admit(&$0, at: now) }
    } ?? .tableIsFull
  }

  /// Takes back the count of an admitted call.
  func giveBack(_ key: Key) {
    shards[key].withLock { $0.updateExisting(key) { $0.fullAt -= rate.interval } }
  }

  package var count: Int { shards.all.reduce(0) { $0 + $1.withLock { $0.count } } }
}

extension Date {
  var nanoseconds: Int64 { Int64(max(0, min(timeIntervalSince1970, 4e9)) * 1e9) }
}
