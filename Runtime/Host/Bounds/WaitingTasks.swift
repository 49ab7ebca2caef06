/// Tasks that wait for an answer, each under its ticket. The answer may come before its task is suspended.
///
/// A value without a lock: the owner of the tickets keeps it beside its rules, under one lock.
struct WaitingTasks<Answer: Sendable> {
  private enum Waiter {
    /// It has not been suspended yet.
    case running
    case suspended(CheckedContinuation<Answer, Never>)
    /// The answer came before the task was suspended.
    case answered(Answer)
  }

  /// A task that is to be resumed, outside of the lock.
  struct Wake: Sendable {
    fileprivate let continuation: CheckedContinuation<Answer, Never>
    fileprivate let answer: Answer

    func resume() { continuation.resume(returning: answer) }
  }

  private var waiters: [UInt64: Waiter] = [:]

  var count: Int { waiters.count }

  mutating func add(_ ticket: UInt64) { waiters[ticket] = .running }

  /// Answers a task; nil if it is not suspended.
  mutating func answer(_ ticket: UInt64, _ answer: Answer) -> Wake? {
    guard case .suspended(let continuation) = waiters[ticket] else {
      waiters[ticket] = .answered(answer)
      return nil
    }
    waiters[ticket] = nil
    return Wake(continuation: continuation, answer: answer)
  }

  /// Suspends a task; returns it if it was answered before.
  mutating func suspend(_ ticket: UInt64, _ continuation: CheckedContinuation<Answer, Never>) -> Wake? {
    if case .answered(let answer) = waiters[ticket] {
      waiters[ticket] = nil
      return Wake(continuation: continuation, answer: answer)
    }
    waiters[ticket] = .suspended(continuation)
    return nil
  }

  /// Suspends the current task until it is answered. `giveUp` answers it, if nothing else has, once the wait has taken
  /// too long or the task is cancelled.
  static func answer(
    within patience: Duration, on clock: any Clock<Duration>,
    suspend: @escaping @Sendable (CheckedContinuation<Answer, Never>) -> Void, giveUp: @escaping @Sendable () -> Void
  ) async -> Answer {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        if (try? await clock.sleep(for: patience)) != nil { giveUp() }
      }
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { suspend($0) }
      } onCancel: {
        giveUp()
      }
      group.cancelAll()
      return answer
    }
  }
}
