package import Loop
import Synchronization

/// The tasks of one call's operations. They run on the channel's loop and end with the call.
package final class CallTasks: Sendable {
  private struct State {
    var running: [UInt64: Task<Void, Never>] = [:]
    var latest: UInt64 = 0
    var isEnded = false
  }

  private let reactor: Reactor
  private let state = Mutex(State())

  /// - Parameter reactor: the loop that runs the tasks.
  package init(on reactor: Reactor) { self.reactor = reactor }

  /// Starts a task.
  ///
  /// - Returns: the task; nil after the end of the call, in which case the body does not run.
  @discardableResult
  package func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
    state.withLock { state in
      guard !state.isEnded else { return nil }
      state.latest += 1
      let id = state.latest
      // The task removes itself under the lock that is held here, so it is there before it is removed.
      let task = Task(executorPreference: reactor) { [self] in
        await body()
        self.state.withLock { _ = $0.running.removeValue(forKey: id) }
      }
      state.running[id] = task
      return task
    }
  }

  /// Cancels the tasks and waits for them. No others start.
  package func end() async {
    let running = state.withLock { state in
      state.isEnded = true
      return Array(state.running.values)
    }
    for task in running { task.cancel() }
    for task in running { await task.value }
  }
}
