import Edge
import FoundationEssentials
package import Logging
import Loop

/// The background work of functions, which may outlive their responses.
///
/// Each piece of work is a child of one task group. At shutdown the host waits for it, and cancels it at the end of the
/// grace period.
package final class BackgroundTasks: BackgroundWork {
  private struct Work: Sendable {
    let logger: Logger
    let invocation: RunningInvocation?
    let operation: @Sendable () async throws -> Void
  }

  private let stream: AsyncStream<Work>
  private let continuation: AsyncStream<Work>.Continuation
  private let gauge: ValueSeries
  private let running: RunningInvocations

  init(metrics: HostMetrics, running: RunningInvocations) {
    self.running = running
    (stream, continuation) = AsyncStream.makeStream()
    gauge = metrics.registry.gauge("swiftlet_background_tasks", help: "Background work in hand")
  }

  package func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {
    gauge.add(1)
    if case .terminated = continuation.yield(
      Work(logger: logger, invocation: RunningInvocation.current?.background, operation: operation))
    {
      gauge.add(-1)
      logger.error("Background work was started after the host had stopped accepting any")
    }
  }

  /// Accepts no more work. ``run()`` returns after the last piece.
  package func finish() { continuation.finish() }

  /// Runs background work until ``finish()`` is called and the last piece has ended.
  package func run() async {
    await withDiscardingTaskGroup { group in
      for await work in stream {
        group.addTask { [gauge, running] in
          defer { gauge.add(-1) }
          SystemThread.useSignalStack()
          do {
            guard let invocation = work.invocation else { return try await work.operation() }
            try await running.run(invocation) { try await work.operation() }
          } catch {
            work.logger.error("Background work failed", metadata: ["error": "\(error)"])
          }
        }
      }
    }
  }
}
