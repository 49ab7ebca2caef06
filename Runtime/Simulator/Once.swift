import Synchronization

/// A value that comes once; everybody who asks waits for it.
final class Once<Value: Sendable>: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case known(Value)
  }

  private let state = Mutex(State.waiting([]))

  /// Gives the value; only the first one counts.
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
