import NIOCore
import Synchronization

/// A limit on the operations that a worker has open at its host. Further ones wait in their order.
///
/// The host ends a worker that opens more exchanges than the channel allows, so calls with many operations at once wait
/// here.
final class OperationGate: Sendable {
  private struct State {
    var free: Int
    var lastID: UInt64 = 0
    /// The waiting tasks by id, and the ids in the order of arrival. An id without a task was cancelled.
    var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    var order = CircularBuffer<UInt64>()
  }

  private let state: Mutex<State>

  /// - Parameter capacity: the most operations at a time.
  init(capacity: Int) { state = Mutex(State(free: capacity)) }

  /// Waits for a place.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  func pass() async throws -> OperationLease {
    if let lease = passNow() { return lease }
    let id = nextID()
    let hasPassed = await withTaskCancellationHandler {
      await wait(as: id, endsWithTask: true)
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: false)
    }
    guard hasPassed else { throw CancellationError() }
    return OperationLease(self)
  }

  /// Waits for a place, also in a cancelled task.
  func passEvenIfCancelled() async -> OperationLease {
    if let lease = passNow() { return lease }
    _ = await wait(as: nextID(), endsWithTask: false)
    return OperationLease(self)
  }

  private func nextID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// - Returns: whether the task has a place; false if it was cancelled before.
  private func wait(as id: UInt64, endsWithTask: Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let result: Bool? = state.withLock { state in
        if endsWithTask, Task.isCancelled { return false }
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting[id] = continuation
        state.order.append(id)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  /// Takes a place if one is free and nothing waits for it.
  func passNow() -> OperationLease? {
    let hasPassed = state.withLock { state in
      guard state.free > 0, state.waiting.isEmpty else { return false }
      state.free -= 1
      return true
    }
    return hasPassed ? OperationLease(self) : nil
  }

  /// Gives a place back, to the task that has waited longest.
  fileprivate func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      while let id = state.order.popFirst() {
        if let next = state.waiting.removeValue(forKey: id) { return next }
      }
      state.free += 1
      return nil
    }
    next?.resume(returning: true)
  }
}

/// A place of an ``OperationGate``. Its end gives the place back.
final class OperationLease: Sendable {
  private let gate: OperationGate

  fileprivate init(_ gate: OperationGate) { self.gate = gate }

  deinit { gate.leave() }
}
