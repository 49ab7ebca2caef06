import Edge
import Logging
import Synchronization

/// The background work of a job. It is a part of the run: a job has no response that the work could outlive.
final class RunBackground: BackgroundWork {
  private struct State {
    var tasks: [Task<Void, Never>] = []
    var isCancelled = false
  }

  private let state = Mutex(State())

  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {
    let task = Task {
      do {
        try await operation()
      } catch {
        logger.error("Background work failed", metadata: ["error": "\(error)"])
      }
    }
    let isCancelled = state.withLock { state in
      state.tasks.append(task)
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Waits for all of the work. Cancelling the run cancels all of the work at once.
  func finish() async {
    await withTaskCancellationHandler {
      var ended = 0
      while let task = state.withLock({ ended < $0.tasks.count ? $0.tasks[ended] : nil }) {
        await task.value
        ended += 1
      }
    } onCancel: {
      let tasks = state.withLock { state in
        state.isCancelled = true
        return state.tasks
      }
      for task in tasks { task.cancel() }
    }
  }
}
