import Synchronization

/// A set of unstructured tasks. The owner cancels and awaits all of them with ``drain()``.
package final class OwnedTasks: Sendable {
  private struct State {
    var running: [UInt64: Task<Void, Never>] = [:]
    var latest: UInt64 = 0
    var isClosed = false
  }

  private let executor: (any TaskExecutor)?
  private let state = Mutex(State())

  /// - Parameter executor: runs the tasks; nil for Swift's pool.
  package init(on executor: (any TaskExecutor)? = nil) { self.executor = executor }

  /// The number of tasks that have not ended.
  var count: Int { state.withLock { $0.running.count } }

  /// Starts a task.
  ///
  /// - Returns: the task; nil after ``close()``, in which case the body does not run.
  @discardableResult
  package func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
    // The lock is held until the task is stored, so that its end finds it.
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.latest += 1
      let id = state.latest
      let task = Task(executorPreference: executor) { [self] in
        await body()
        self.state.withLock { _ = $0.running.removeValue(forKey: id) }
      }
      state.running[id] = task
      return task
    }
  }

  /// Cancels the tasks. No others start.
  package func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for task in tasks { task.cancel() }
  }

  /// Cancels the tasks, also those that start meanwhile, and waits until none is left.
  package func drain() async {
    while true {
      let tasks = state.withLock { Array($0.running.values) }
      guard !tasks.isEmpty else { return }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }
  }
}
