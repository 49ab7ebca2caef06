extension BlockingCode {
  /// Runs the code once, on `threads` if it has blocked.
  ///
  /// Two parts of a run on a loop are watched: the part before its first wait, and the part after its last.
  package nonisolated(nonsending) func run<Value: Sendable>(
    apart threads: JobThreads, _ body: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    if isApart {
      countRunApart()
      return try await threads.perform(body)
    }
    let first = Reactor.attributeJob(to: self)
    defer {
      switch Reactor.blockingJob {
      case nil: countRun()
      // The thread that took the loop over has counted this job, or the job had blocked before this run.
      case first: break
      default: countBlockingRun()
      }
    }
    return try await body()
  }
}
