import Synchronization

/// A value that is set once. Any number of tasks can wait for it.
final class Once<Value: Sendable>: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case known(Value)
  }

  private let state = Mutex(State.waiting([]))

  /// Sets the value. Later calls have no effect.
  func set(_ value: Value) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      guard case .waiting(let waiting) = state else { return [] }
      state = .known(value)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  /// Waits for the value.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value: Value? = state.withLock { state in
        switch state {
        case .known(let value): return value
        case .waiting(let waiting):
          state = .waiting(waiting + [continuation])
          return nil
        }
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
