import Synchronization
package import Worker
package import Workers

/// Starts the workers of one bundle in the test's process.
package final class InProcessLauncher: WorkerLauncher {
  private let bundle: Worker.Bundle
  private let handles = Mutex<[InProcessHandle]>([])

  package init(_ bundle: Worker.Bundle) { self.bundle = bundle }

  package nonisolated(nonsending) func start(
    _ specification: WorkerSpecification, observer: any WorkerObserver
  ) async throws(WorkerStartFault) -> any WorkerHandle {
    let handle = InProcessHandle(specification.worker, observer: observer)
    do { try handle.start(bundle) } catch { throw WorkerStartFault("the worker does not start: \(error)") }
    handles.withLock { $0.append(handle) }
    return handle
  }

  package nonisolated(nonsending) func stop() async {
    for handle in handles.withLock(\.self) {
      handle.kill(.shutdown)
      _ = await handle.death()
    }
  }
}
