import Synchronization

/// A table of the running invocations, and of the operations that have ended.
///
/// Each event loop has its own table, so that its lock is rarely contended. Places are reused, so that a request rarely
/// allocates.
package final class RunningInvocations: Sendable {
  private struct State {
    var invocations: [RunningInvocation?] = []
    var free: [Int] = []
    var finished = FinishedOperations()
  }

  private let state = Mutex(State())

  package init() {}

  /// Adds an invocation that begins; returns its place, for ``leave(_:as:)``.
  func enter(_ invocation: RunningInvocation) -> Int {
    state.withLock { state in
      guard let place = state.free.popLast() else {
        state.invocations.append(invocation)
        return state.invocations.count - 1
      }
      state.invocations[place] = invocation
      return place
    }
  }

  /// Removes an invocation that has ended, with the operation that it was; nil if it was none.
  func leave(_ place: Int, as operation: FinishedOperation? = nil) {
    state.withLock { state in
      state.invocations[place] = nil
      state.free.append(place)
      if let operation { state.finished.add(operation) }
    }
  }

  /// Runs background work, which is in the table meanwhile.
  func run(_ invocation: RunningInvocation, _ body: () async throws -> Void) async rethrows {
    let place = enter(invocation)
    defer { leave(place) }
    try await RunningInvocation.$current.withValue(invocation) { try await body() }
  }

  /// All running invocations, in no particular order.
  var all: [RunningInvocation] { state.withLock { $0.invocations.compactMap(\.self) } }

  var finished: FinishedOperations { state.withLock(\.finished) }
}
