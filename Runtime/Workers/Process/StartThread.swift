import Dispatch
import Loop
import Synchronization

/// The thread that starts all workers of a launcher, one after the other.
///
/// It lives until ``stop()``, since the system kills a worker in the strict sandbox when the thread that has started it
/// ends (`PR_SET_PDEATHSIG`). This is how such workers end with a host that is killed, whatever they do.
final class StartThread: Sendable {
  typealias Action = @Sendable () -> Void

  private struct State {
    var actions: [Action] = []
    var isStopped = false
  }

  private let state = Mutex(State())
  /// One signal for each action, and one for the end.
  private let wake = DispatchSemaphore(value: 0)

  func start() {
    SystemThread.start(named: "swiftlet-starts", stackSize: 1 << 20) { [self] in
      while let action = next() { action() }
    }
  }

  /// Runs an action on the thread.
  ///
  /// - Returns: `false` after ``stop()``, in which case the action does not run.
  func run(_ action: @escaping Action) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.actions.append(action) }
      return !state.isStopped
    }
    if isTaken { wake.signal() }
    return isTaken
  }

  /// Ends the thread after the actions that it has, and with it the workers in the strict sandbox that still live.
  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    if isFirst { wake.signal() }
  }

  /// Waits for the next action; nil at the end.
  private func next() -> Action? {
    wake.wait()
    return state.withLock { $0.actions.isEmpty ? nil : $0.actions.removeFirst() }
  }
}
