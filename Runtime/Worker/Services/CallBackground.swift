import Edge
import Logging
import Synchronization

/// The background work of a call that its worker alone knows of. The call's exchange stays open until it has ended.
final class CallBackground: BackgroundWork {
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

  /// Waits until all of the work has ended, also what the work itself has started.
  @Sendable func finish() async {
    while let task = tasks.withLock({ $0.popLast() }) { await task.value }
  }
}
