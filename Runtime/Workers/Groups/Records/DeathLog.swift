import Synchronization

/// The records of the latest deaths: at most ``capacity``, and at most ``capacityOfGroup`` of the groups of one name.
final class DeathLog: Sendable {
  static let capacity = 200
  /// A group whose workers end early makes some 20 records a second, which would leave none of the other groups.
  static let capacityOfGroup = 20

  private let records = Mutex<[DeathRecord]>([])

  func add(_ record: DeathRecord) {
    records.withLock { records in
      let own = records.indices.filter { (records[$0].bundle, records[$0].group) == (record.bundle, record.group) }
      if own.count >= Self.capacityOfGroup, let oldest = own.first { records.remove(at: oldest) }
      records.append(record)
      if records.count > Self.capacity { records.removeFirst(records.count - Self.capacity) }
    }
  }

  /// The records, the latest last.
  var all: [DeathRecord] { records.withLock(\.self) }
}
