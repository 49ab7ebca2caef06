import FoundationEssentials
import NIOCore

/// The newest notifications that arrived, limited in number and bytes.
struct Arrivals {
  private let capacity: Int
  private let capacityBytes: Int
  private(set) var kept = CircularBuffer<ArrivedNotification>()
  private var bytes = 0
  /// The number of arrivals since the start, without those that were removed.
  private(set) var total = 0
  private var lastID = 0

  init(capacity: Int, capacityBytes: Int) {
    self.capacity = max(1, capacity)
    self.capacityBytes = capacityBytes
  }

  var dropped: Int { total - kept.count }

  mutating func record(_ push: AcceptedPush, at time: Date, connection: Int) {
    lastID += 1
    total += 1
    bytes += push.payload.count
    kept.append(ArrivedNotification(push, id: lastID, receivedAt: time, connection: connection))
    while kept.count > capacity || (bytes > capacityBytes && kept.count > 1) {
      bytes -= kept.removeFirst().payload.count
    }
  }

  /// Removes stored notifications, which then no longer count. When none is left, those that are no longer stored do
  /// not count either.
  mutating func remove(where isRemoved: (ArrivedNotification) -> Bool) {
    let before = kept.count
    kept.removeAll(where: isRemoved)
    bytes = kept.reduce(0) { $0 + $1.payload.count }
    total = kept.isEmpty ? 0 : total - (before - kept.count)
  }
}
