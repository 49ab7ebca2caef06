import Database
import Dispatch
import Synchronization

/// A connection that only reads, on a thread of its own. It runs one query at a time.
actor Reader {
  nonisolated let thread = ConnectionThread()
  private nonisolated let watch: StatementWatch
  private var connection: SQLiteConnection?
  private var failure = DatabaseError.closed

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(statementTimeout: Duration) {
    watch = StatementWatch(limit: statementTimeout)
  }

  /// Opens a connection and serves it until ``ConnectionThread/stop()``.
  ///
  /// - Parameters:
  ///   - path: The database's file.
  ///   - open: The readers whose connections are open; this one leaves the group when it has closed its own.
  nonisolated func start(on path: String, in open: DispatchGroup) {
    open.enter()
    thread.start(named: "swiftlet-reader") { [self] in
      while !thread.isStopping {
        if assumeIsolated({ $0.connect(to: path) }) {
          thread.serve { thread.isStopping ? .stop : .untilWork }
        } else {
          // The queries that wait get the error, then the thread opens again, since the reason may be gone by then.
          var hasServed = false
          thread.serve {
            defer { hasServed = true }
            return hasServed ? .stop : .untilWork
          }
        }
      }
      assumeIsolated { $0.connection = nil }
      open.leave()
    }
  }

  /// Reads rows. The query ends early if the task is cancelled.
  nonisolated func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    watch.isCancelled.store(false, ordering: .relaxed)
    return try await withTaskCancellationHandler {
      try await run(sql, limit: limit)
    } onCancel: {
      watch.isCancelled.store(true, ordering: .relaxed)
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

  /// Opens the connection, or keeps the error for the next queries.
  private func connect(to path: String) -> Bool {
    do throws(DatabaseError) {
      let connection = try SQLiteConnection.reader(of: path)
      connection.end(by: watch)
      self.connection = connection
      return true
    } catch {
      failure = error
      return false
    }
  }
}
