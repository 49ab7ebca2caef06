import Dispatch
import Synchronization

/// Hands out readers: one query each at a time, whoever came first.
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
  private let state = Mutex(State())

  init(of path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    let reader = try await take()
    defer { giveBack(reader) }
    return try await reader.query(sql, limit: limit)
  }

  /// Lets the queries that have come finish, then ends the readers.
  func close() async {
    stop()
    for reader in state.withLock({ $0.all }) { await reader.thread.finished() }
  }

  /// As `close`, without waiting.
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
        // One may have come back, or the pool been closed, since the look above.
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
    let reader = Reader()
    reader.start(on: path, in: open)
    state.all.append(reader)
    return reader
  }
}
