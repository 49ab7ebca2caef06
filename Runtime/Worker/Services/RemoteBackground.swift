import Channel
import Edge
package import Logging
import NIOCore
import Synchronization

/// The background work of a call in a worker.
///
/// The host treats each piece of work like work of its own: the host says when the piece may start, waits for its end
/// before the host stops, and cancels it at the end of the grace period. The worker's runtime waits for all of the work
/// before it ends the call.
package final class RemoteBackground: BackgroundWork {
  private let call: CallServices
  private let executor: any TaskExecutor
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// The background work of a call.
  ///
  /// - Parameter executor: that of the call's tasks, which measures their CPU time: the limit of the call holds for its
  ///   background work too.
  package init(_ call: CallServices, on executor: any TaskExecutor) {
    self.call = call
    self.executor = executor
  }

  package func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {
    let work = RemoteWork()
    do {
      // At once, so that the host knows of the work before it has the call's answer.
      let remote = try call.openNow(.background) { payload in
        if (try? BackgroundNote(payload: payload)) == .cancel { work.cancel() }
      }
      let task = Task(executorPreference: executor) { [call, executor] in
        await work.run(remote, on: executor, logger, operation)
        call.forget(remote)
      }
      tasks.withLock { $0.append(task) }
    } catch {
      logger.error("Background work was not started", metadata: ["error": "\(error)"])
    }
  }

  /// Whether the call has no background work.
  package var isIdle: Bool { tasks.withLock(\.isEmpty) }

  /// Waits until all of the work has ended, also what the work itself has started.
  package func finish() async {
    while let task = tasks.withLock({ $0.popLast() }) { await task.value }
  }
}

/// One piece of background work, which its host can cancel.
private final class RemoteWork: Sendable {
  private enum State {
    case waiting
    case running(Task<Void, any Error>)
    case cancelled
  }

  private let state = Mutex(State.waiting)

  /// Runs the work once the host lets it, and says that it has ended.
  func run(
    _ remote: RemoteOperation, on executor: any TaskExecutor, _ logger: Logger,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    // The host drops the work of a transaction that it has rolled back.
    guard (try? await remote.answer(for: Nothing.self)) != nil else { return }
    let task = state.withLock { state -> Task<Void, any Error> in
      let task = Task(executorPreference: executor) { try await operation() }
      if case .cancelled = state { task.cancel() } else { state = .running(task) }
      return task
    }
    do { try await task.value } catch {
      logger.error("Background work failed", metadata: ["error": "\(error)"])
    }
    remote.note(.ended)
  }

  /// Cancels the work, also before it runs.
  func cancel() {
    let task = state.withLock { state -> Task<Void, any Error>? in
      defer { state = .cancelled }
      if case .running(let task) = state { return task }
      return nil
    }
    task?.cancel()
  }
}
