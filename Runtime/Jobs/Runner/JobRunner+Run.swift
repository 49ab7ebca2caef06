import Edge
import FoundationEssentials
import Logging
import Synchronization

extension JobRunner {
  /// Runs a claimed job and records its end.
  func run(_ job: ClaimedJob) async {
    let started = ContinuousClock.now
    let id = InvocationID(at: store.clock.now)
    var logger = logger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "job"] = "\(job.name)"
    logger[metadataKey: "run"] = "\(job.id)"
    logger[metadataKey: "attempt"] = "\(job.attempt)"
    guard let entry = registry.runnables[job.name] else { return handBack(job) }
    let invocation = JobInvocation(
      of: entry.endpoint, input: Array(job.payload.utf8), id: id, trigger: job.trigger,
      run: JobRun(
        id: job.id, function: job.name, attempt: job.attempt, maximumAttempts: job.maximumAttempts,
        scheduledAt: job.scheduledAt),
      deadline: store.clock.now.addingTimeInterval(entry.policy.timeout.seconds), logger: logger,
      trace: job.origin.flatMap(JobStore.origin)?.traceparent.flatMap(TraceContext.init))
    let (end, ending) = AsyncStream<Never>.makeStream()
    let task = Task { [invoke] in
      defer { ending.finish() }
      try await invoke(invocation)
    }
    if state.withLock({ $0.attach(task, to: job.id, fence: job.fence) }) { task.cancel() }
    // Unlike the wait for a task's result, this wait ends when the runner's own task is cancelled.
    for await _ in end {}
    guard !Task.isCancelled else { return }
    let elapsed = started.duration(to: .now) / .milliseconds(1)
    finish(job, entry.policy, await task.result, milliseconds: elapsed, logger)
  }

  private func finish(
    _ job: ClaimedJob, _ policy: QueuePolicy, _ result: Result<Void, any Error>, milliseconds: Double, _ logger: Logger
  ) {
    let failure: (any Error)? = if case .failure(let error) = result { error } else { nil }
    let now = store.clock.now
    let reason = state.withLock { $0.reason(for: job.id, fence: job.fence) }
    let verdict = Verdict(
      failure, cancelled: reason, attempt: job.attempt, maximumAttempts: job.maximumAttempts, policy: policy, now: now,
      draw: options.draw())
    log(verdict, job, milliseconds, logger)
    metrics.ended(job.name, verdict.outcome, milliseconds: milliseconds)
    state.withLock {
      $0.end(
        EndedRun(
          id: job.id, fence: job.fence, outcome: verdict.outcome, error: verdict.error, finishedAt: now,
          milliseconds: Int64(milliseconds.rounded()), disposition: verdict.disposition,
          lane: job.isIsolated && verdict.returnsToItsLane ? registry.lane(of: job.name) : nil))
    }
    // While an isolated job ran, other jobs of its function were not claimed.
    if job.isIsolated { signals.enqueued(since: nil) } else { signals.work.signal() }
  }

  /// Returns a job to the queue whose function was removed between its claim and its start.
  private func handBack(_ job: ClaimedJob) {
    let now = store.clock.now
    state.withLock {
      $0.end(
        EndedRun(
          id: job.id, fence: job.fence, outcome: .snoozed, error: JobStore.unknownFunction(job.name),
          finishedAt: now, milliseconds: 0, disposition: .again(at: now, usesAttempt: false)))
    }
    signals.work.signal()
  }

  private func log(_ verdict: Verdict, _ job: ClaimedJob, _ milliseconds: Double, _ logger: Logger) {
    var metadata: Logger.Metadata = [
      "trigger": "\(job.trigger.rawValue)", "outcome": "\(verdict.outcome.rawValue)",
      "duration_ms": "\((milliseconds * 1000).rounded() / 1000)",
    ]
    if let error = verdict.error { metadata["error"] = "\(error)" }
    switch verdict.disposition {
    case .finished: break
    case .again where verdict.outcome == .lost: break
    case .again(let date, _): metadata["next_run_at"] = "\(WireDate.string(from: date))"
    case .dead: metadata["is_dead"] = "true"
    }
    let level: Logger.Level =
      switch verdict.outcome {
      case .failed, .timedOut: .error
      case .lost: .warning
      default: .info
      }
    logger.log(level: level, "run", metadata: metadata)
  }
}

extension Verdict {
  /// Whether the try ended by itself and the job runs again. An isolated job then returns to its function's lane.
  fileprivate var returnsToItsLane: Bool {
    if case .again(_, usesAttempt: true) = disposition { true } else { outcome == .snoozed }
  }
}
