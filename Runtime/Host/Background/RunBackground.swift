import Edge
import Logging
import Synchronization

/// What a job leaves behind belongs to its run: there is no response that it could outlive.
final class RunBackground: BackgroundWork {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {
    let task = Task {
      do {
        try await operation()
      } catch {
        logger.error("Background work failed", metadata: ["error": "\(error)"])
      }
    }
    tasks.withLock { $0.append(task) }
  }

  /// Waits for all of it; a run that is cancelled cancels it.
  func finish() async {
    while let task = tasks.withLock({ $0.popLast() }) {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}
