import Synchronization

/// A value that comes once; everybody who asks waits for it.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case fulfilled(Value)
  }

  private let state = Mutex(State.waiting([]))

  package init() {}

  /// Gives the value; only the first one counts.
  package func fulfil(_ value: Value) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      guard case .waiting(let waiting) = state else { return [] }
      state = .fulfilled(value)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
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
