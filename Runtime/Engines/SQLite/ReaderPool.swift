import Database
import Dispatch
import Synchronization

/// The readers of a database. Each runs one query at a time. Queries that find no reader free wait, those of one user
/// in order, and the users take turns.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Reader] = []
    var all: [Reader] = []
    var waiting = FairQueue<CheckedContinuation<Reader, any Error>>()
    var shares: UserShares
    var lastNumber: UInt64 = 0
    var isClosed = false
  }

  /// The readers whose connections are open.
  let open = DispatchGroup()
  private let path: String
  private let limit: Int
  private let statementTimeout: Duration
  private let state: Mutex<State>

  init(of path: String, limit: Int, statementTimeout: Duration) {
    self.path = path
    self.limit = limit
    self.statementTimeout = statementTimeout
    state = Mutex(State(shares: UserShares(of: limit)))
  }

  /// The number of readers, and of the queries that wait for one.
  var counts: (readers: Int, waiting: Int) { state.withLock { ($0.all.count, $0.waiting.count) } }

  /// Reads rows.
  ///
  /// - Parameter user: The user to which the query belongs; `nil` for the program itself.
  func query(_ sql: SQL, limit: Int?, of user: String? = nil) async throws -> [Row] {
    let reader = try await take(for: user)
    defer { giveBack(reader, of: user) }
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

  /// Waits for a reader.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before there is one.
  private func take(for user: String?) async throws -> Reader {
    let (taken, number) = try state.withLock { state -> (Reader?, UInt64) in
      guard !state.isClosed else { throw DatabaseError.closed }
      state.lastNumber += 1
      return (takeFree(&state, for: user), state.lastNumber)
    }
    if let taken { return taken }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { state in
          // A reader may have come back, the pool may have been closed, and the task cancelled, since the check above.
          if state.isClosed {
            continuation.resume(throwing: DatabaseError.closed)
          } else if let reader = takeFree(&state, for: user) {
            continuation.resume(returning: reader)
          } else if Task.isCancelled {
            continuation.resume(throwing: CancellationError())
          } else {
            state.waiting.append(continuation, as: number, of: user)
          }
        }
      }
    } onCancel: {
      let waiting = state.withLock { $0.waiting.remove(number) }
      waiting?.resume(throwing: CancellationError())
    }
  }

  /// Takes a reader that is idle, or starts one, if the user's share has room.
  private func takeFree(_ state: inout State, for user: String?) -> Reader? {
    guard state.shares.admits(user), let reader = state.idle.popLast() ?? startReader(&state) else { return nil }
    state.shares.take(user)
    return reader
  }

  private func giveBack(_ reader: Reader, of user: String?) {
    state.withLock { state in
      state.shares.giveBack(user)
      if let next = state.waiting.takeFirst(within: state.shares) {
        state.shares.take(next.user)
        next.element.resume(returning: reader)
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
