import Synchronization

/// A value that is set once, and that any number of tasks can wait for.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case fulfilled(Value)
  }

  private let state = Mutex(State.waiting([]))

  package init() {}

  /// Sets the value. Only the first call has an effect.
  package func fulfil(_ value: Value) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      guard case .waiting(let waiting) = state else { return [] }
      state = .fulfilled(value)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  /// The value; nil before it is set.
  package var current: Value? {
    state.withLock { state in if case .fulfilled(let value) = state { value } else { nil } }
  }

  /// Waits for the value.
  package func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value: Value? = state.withLock { state in
        switch state {
        case .fulfilled(let value): return value
        case .waiting(let waiting):
          state = .waiting(waiting + [continuation])
          return nil
        }
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
