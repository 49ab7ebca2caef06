import Edge
import Foundation
package import Logging
import Loop

/// Work that functions leave behind after their response: drained before the host stops.
///
/// Each piece is a child of one task group. At shutdown what is in hand finishes; when the grace time is over it is cancelled.
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
      logger.error("Background work came after the host had stopped taking any")
    }
  }

  /// Takes no more work; ``run()`` ends when what is in hand has.
  package func finish() { continuation.finish() }

  /// Runs the work that functions leave, until ``finish()`` and the last piece's end.
  package func run() async {
    await withDiscardingTaskGroup { group in
      for await work in stream {
        group.addTask { [gauge, running] in
          defer { gauge.add(-1) }
          Thread.useSignalStack()
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
