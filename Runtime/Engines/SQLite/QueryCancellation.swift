internal import CSQLite
import Synchronization

/// A request to end a connection's running query early. SQLite checks it while a query runs.
final class QueryCancellation: Sendable {
  let isRequested = Atomic(false)

  /// After how many of its instructions SQLite checks.
  static let interval: CInt = 10_000

  /// Makes the connection's queries check the request. The connection must not outlive the object.
  func watch(_ connection: SQLiteHandle) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      connection.pointer, Self.interval,
      { context in
        guard let context = unsafe context else { return 0 }
        let cancellation = unsafe Unmanaged<QueryCancellation>.fromOpaque(context).takeUnretainedValue()
        return cancellation.isRequested.load(ordering: .relaxed) ? 1 : 0
      }, context)
  }
}
