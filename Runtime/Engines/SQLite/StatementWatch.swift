internal import CSQLite
import Dispatch
import Loop
import Synchronization

/// Ends a running statement early: when its task is cancelled, or when it has taken too long. SQLite checks while it
/// runs.
final class StatementWatch: Sendable {
  /// After how many instructions of its virtual machine SQLite checks. A function of a long text is one instruction and
  /// may take a second or two, while a check costs less than the instructions between two.
  private static let interval: CInt = 200

  /// Whether the task has been cancelled.
  let isCancelled = Atomic(false)
  /// When the running statement is ended, in nanoseconds of the system's uptime.
  private let deadline = Atomic<UInt64>(.max)
  private let limit: UInt64

  init(limit: Duration) {
    self.limit = UInt64(max(0, min(limit.milliseconds, 1 << 40))) * 1_000_000
  }

  /// Runs a statement, and ends it at the limit.
  func limit<Value, Fault: Error>(_ statement: () throws(Fault) -> Value) throws(Fault) -> Value {
    let (end, overflows) = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(limit)
    deadline.store(overflows ? .max : end, ordering: .relaxed)
    defer { deadline.store(.max, ordering: .relaxed) }
    return try statement()
  }

  private var isDue: Bool {
    isCancelled.load(ordering: .relaxed)
      || DispatchTime.now().uptimeNanoseconds >= deadline.load(ordering: .relaxed)
  }

  /// Makes the connection's statements check. The connection must not outlive the object.
  func watch(_ connection: SQLiteHandle) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      connection.pointer, Self.interval,
      { context in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe Unmanaged<StatementWatch>.fromOpaque(context).takeUnretainedValue()
        return watch.isDue ? 1 : 0
      }, context)
  }
}
