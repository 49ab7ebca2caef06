import Edge
import Logging
import Synchronization

/// The background work of a job. It is a part of the run: a job has no response that the work could outlive.
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

  /// Waits for all of the work. Cancelling the run cancels the work.
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
