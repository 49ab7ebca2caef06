/// Starts workers: each as a process (``ProcessLauncher``), or in the host's process for tests (``InProcessLauncher``).
package protocol WorkerLauncher: Sendable {
  /// Starts a worker.
  ///
  /// The worker has begun to run when this returns, and has not sent its first frame yet. From then on the observer
  /// learns what happens to it; it may learn of the death before this returns.
  ///
  /// - Throws: ``WorkerStartFault`` if the system refuses, in which case nothing of the worker is left and the observer
  ///   is not called.
  nonisolated(nonsending) func start(
    _ specification: WorkerSpecification, observer: any WorkerObserver
  ) async throws(WorkerStartFault) -> any WorkerHandle

  /// Kills the workers that still live, and waits until nothing of any worker is left: no process, descriptor or
  /// folder.
  nonisolated(nonsending) func stop() async
}
