import GRDB
internal import GRDBSQLite
import Synchronization

/// A connection that reads, on a thread of its own, one query at a time.
actor Reader {
  /// What a running query looks at now and then.
  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }

  nonisolated let thread = ConnectionThread()
  private nonisolated let cancellation = Cancellation()
  private var connection: SQLiteConnection?
  private var failure = DatabaseError.closed

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Serves one of the pool's reading connections until its thread is told to stop.
  nonisolated func start(on pool: DatabasePool, at path: String) {
    thread.start(named: "swiftlet-reader") { [self] in
      while !thread.isStopping {
        do {
          try pool.unsafeRead { database in
            // The connection belongs to this thread, and so does the actor.
            nonisolated(unsafe) let handle = unsafe database.sqliteConnection
            assumeIsolated { unsafe $0.open(handle) }
            thread.serve { thread.isStopping ? .stop : .untilWork }
            assumeIsolated { $0.connection = nil }
          }
        } catch {
          // Tells whoever comes next, then tries again: descriptors, say, may be free by then.
          let error = DatabaseError.opening(path, error)
          assumeIsolated { $0.failure = error }
          var hasServed = false
          thread.serve {
            defer { hasServed = true }
            return hasServed ? .stop : .untilWork
          }
        }
      }
    }
  }

  /// Reads rows; when the task is cancelled the query ends.
  nonisolated func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    cancellation.isRequested.store(false, ordering: .relaxed)
    return try await withTaskCancellationHandler {
      try await run(sql, limit: limit)
    } onCancel: {
      cancellation.isRequested.store(true, ordering: .relaxed)
    }
  }

  private func run(_ sql: SQL, limit: Int?) throws -> [Row] {
    try Task.checkCancellation()
    guard let connection else { throw failure }
    do throws(DatabaseError) {
      return try connection.query(sql, limit: limit, allowsWrites: false)
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  private func open(_ handle: OpaquePointer?) {
    guard let handle = unsafe handle else { return }
    connection = unsafe SQLiteConnection(handle)
    let context = unsafe Unmanaged.passUnretained(cancellation).toOpaque()
    unsafe sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context = unsafe context else { return 0 }
        let cancellation = unsafe Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue()
        return cancellation.isRequested.load(ordering: .relaxed) ? 1 : 0
      }, context)
  }
}
