import Loop
import Synchronization

/// An answer that is made at most once at a time, and kept for a while: callers at the same time share it.
package final class SharedAnswer<Answer: Sendable>: Sendable {
  private enum State {
    case none
    case kept(Answer, until: ContinuousClock.Instant)
    case making(Promise<Answer?>)
  }

  private enum Turn {
    case take(Answer)
    case wait(Promise<Answer?>)
    case make(Promise<Answer?>)
  }

  private let state = Mutex(State.none)
  private let lifetime: Duration
  private let now: @Sendable () -> ContinuousClock.Instant

  package init(for lifetime: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.lifetime = lifetime
    self.now = now
  }

  /// Returns the kept answer, waits for the one that is being made, or makes one.
  ///
  /// If the task that makes it is cancelled, its answer goes to that task alone, and another caller makes one. An error
  /// goes to the task that makes the answer, too.
  package nonisolated(nonsending) func get(
    _ make: nonisolated(nonsending) () async throws -> Answer
  ) async rethrows -> Answer {
    while true {
      switch turn() {
      case .take(let answer): return answer
      case .wait(let promise):
        if let answer = await promise.value(ifCancelled: nil) { return answer }
        // A cancelled task does not wait for the work of others; its own ends early.
        if Task.isCancelled { return try await make() }
      case .make(let promise):
        var usable: Answer?
        defer { end(promise, usable) }
        let answer = try await make()
        if !Task.isCancelled { usable = answer }
        return answer
      }
    }
  }

  private func end(_ promise: Promise<Answer?>, _ answer: Answer?) {
    state.withLock { [lifetime, now] state in
      if let answer { state = .kept(answer, until: now() + lifetime) } else { state = .none }
    }
    promise.fulfil(answer)
  }

  private func turn() -> Turn {
    state.withLock { [now] state in
      switch state {
      case .kept(let answer, let end) where now() < end: return .take(answer)
      case .making(let promise): return .wait(promise)
      case .none, .kept:
        let promise = Promise<Answer?>()
        state = .making(promise)
        return .make(promise)
      }
    }
  }
}
