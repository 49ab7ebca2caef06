import Synchronization

/// A set of unstructured tasks. The owner awaits all of them with ``drain(cancelling:)``.
final class OwnedTasks: Sendable {
  private struct State {
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var next: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Starts a task.
  @discardableResult
  func add(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    // The lock is held until the task is stored, so that its end finds it.
    state.withLock { state in
      let number = state.next
      state.next += 1
      let task = Task { [self] in
        await body()
        remove(number)
      }
      state.tasks[number] = task
      return task
    }
  }

  /// Waits until no task is left.
  ///
  /// - Parameter cancelling: whether the tasks are cancelled first.
  func drain(cancelling: Bool) async {
    while true {
      let tasks = state.withLock { Array($0.tasks.values) }
      guard !tasks.isEmpty else { return }
      if cancelling { for task in tasks { task.cancel() } }
      for task in tasks { await task.value }
    }
  }

  private func remove(_ number: UInt64) { state.withLock { _ = $0.tasks.removeValue(forKey: number) } }
}
