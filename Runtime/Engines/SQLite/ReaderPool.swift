import Database
import Dispatch
import Synchronization

/// The readers of a database. Each runs one query at a time; queries that find no reader free wait in order.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Reader] = []
    var all: [Reader] = []
    var waiting: [CheckedContinuation<Reader, any Error>] = []
    var isClosed = false
  }

  /// The readers whose connections are open.
  let open = DispatchGroup()
  private let path: String
  private let limit: Int
  private let statementTimeout: Duration
  private let state = Mutex(State())

  init(of path: String, limit: Int, statementTimeout: Duration) {
    self.path = path
    self.limit = limit
    self.statementTimeout = statementTimeout
  }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    let reader = try await take()
    defer { giveBack(reader) }
    return try await reader.query(sql, limit: limit)
  }

  /// Waits for the queries that have begun or wait, then ends the readers.
  func close() async {
    stop()
    for reader in state.withLock({ $0.all }) { await reader.thread.finished() }
  }

  /// Ends the readers like ``close()``, but does not wait.
  func stop() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for reader in idle { reader.thread.stop() }
  }

  private func take() async throws -> Reader {
    let taken = try state.withLock { state -> Reader? in
      guard !state.isClosed else { throw DatabaseError.closed }
      return state.idle.popLast() ?? startReader(&state)
    }
    if let taken { return taken }
    return try await withCheckedThrowingContinuation { continuation in
      state.withLock { state in
        // A reader may have come back, or the pool may have been closed, since the check above.
        if let reader = state.idle.popLast() {
          continuation.resume(returning: reader)
        } else if state.isClosed {
          continuation.resume(throwing: DatabaseError.closed)
        } else {
          state.waiting.append(continuation)
        }
      }
    }
  }

  private func giveBack(_ reader: Reader) {
    state.withLock { state in
      if !state.waiting.isEmpty {
        state.waiting.removeFirst().resume(returning: reader)
      } else if state.isClosed {
        reader.thread.stop()
      } else {
        state.idle.append(reader)
      }
    }
  }

  /// Starts another reader while there are fewer than the limit.
  private func startReader(_ state: inout State) -> Reader? {
    guard state.all.count < limit else { return nil }
    let reader = Reader(statementTimeout: statementTimeout)
    reader.start(on: path, in: open)
    state.all.append(reader)
    return reader
  }
}
