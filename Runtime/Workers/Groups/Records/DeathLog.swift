import Synchronization

/// The records of the latest deaths, at most ``capacity``.
final class DeathLog: Sendable {
  static let capacity = 200

  private let records = Mutex<[DeathRecord]>([])

  func add(_ record: DeathRecord) {
    records.withLock { records in
      records.append(record)
      if records.count > Self.capacity { records.removeFirst(records.count - Self.capacity) }
    }
  }

  /// The records, the latest last.
  var all: [DeathRecord] { records.withLock(\.self) }
}
