import Database
public import Edge
public import Foundation
public import Logging
public import ServiceLifecycle
import Synchronization

/// Runs a function with the project's own rights: the host's part of a job.
///
/// It throws what the function throws.
public typealias JobInvoker =
  @Sendable (
    _ endpoint: any Endpoint, _ payload: [UInt8], _ id: InvocationID, _ trigger: Invocation.Trigger, _ run: JobRun,
    _ deadline: Date, _ logger: Logger
  ) async throws -> Void

/// Empties the queue: claims jobs, runs them, writes how they ended.
///
/// One transaction writes what has ended and claims what comes next, so a busy host pays for one commit where it would pay for many. On graceful
/// shutdown it claims no more, lets what is in hand finish within the grace period, cancels the rest, and hands back what has ended by then.
public final class JobRunner: Service {
  private let store: JobStore
  private let registry: JobRegistry
  private let options: JobOptions
  private let signals: JobSignals
  private let invoke: JobInvoker
  private let metrics: JobMetrics
  private let logger: Logger
  private let state: Mutex<RunnerState<Task<Void, any Error>>>
  /// The one job to run; nil for all.
  private let only: Int64?

  init(
    only: Int64? = nil, store: JobStore, registry: JobRegistry, options: JobOptions, signals: JobSignals,
    metrics: JobMetrics,
    logger: Logger, invoke: @escaping JobInvoker
  ) {
    self.store = store
    self.registry = registry
    self.options = options
    self.signals = signals
    self.invoke = invoke
    self.metrics = metrics
    self.logger = logger
    self.only = only
    state = Mutex(RunnerState(capacity: max(1, options.capacity), remaining: only == nil ? nil : 1))
  }

  /// Runs jobs until graceful shutdown, or the one that it was made for until that has ended.
  public func run() async throws {
    await withGracefulShutdownHandler {
      await withDiscardingTaskGroup { group in
        await loop(&group)
        // Best effort: a host that cannot say so is one that is no longer heard of.
        if only == nil { try? await store.leave() }
        // What did not heed its own cancellation is not waited for.
        group.cancelAll()
      }
    } onGracefulShutdown: {
      self.state.withLock { $0.stop() }
      self.signals.work.signal()
    }
  }

  /// Runs what is due until nothing is: for tests, and for commands without a host.
  ///
  /// - Throws: `DatabaseError`.
  public func drain() async throws {
    var agenda = Agenda()
    while true {
      let claimed = try await turn(&agenda, .ask)
      if claimed.isEmpty, !state.withLock({ $0.hasEnded }) { return }
      await withDiscardingTaskGroup { group in
        for job in claimed { group.addTask { await self.run(job) } }
      }
    }
  }

  /// When the loop has to look again by itself.
  private struct Agenda {
    var nextRenewal = ContinuousClock.now
    var nextDue: Date?
    var frontier = ClaimFrontier()
    /// Whether what waits is in the lanes that the functions have now.
    var isArranged = false
    var cutOff: ContinuousClock.Instant?
    /// Doubled while the database refuses.
    var trouble: Duration = .zero
  }

  /// What a turn of the loop does about the queue.
  private enum Look {
    /// Nothing: there is no room.
    case none
    /// Ask first, by reading alone: nothing says that there is something.
    case ask
    /// Claim: something was enqueued, perhaps in a transaction that is not committed yet. The claim waits for it; a look would not see it.
    case claim
  }

  private func loop(_ group: inout DiscardingTaskGroup) async {
    var agenda = Agenda()
    var look = Look.claim
    while true {
      let now = ContinuousClock.now
      for task in state.withLock({ $0.timeOut(at: now) }) { task.cancel() }
      if Task.isCancelled {
        // No time to write anything: the leases of what is in hand run out.
        for task in state.withLock({ $0.cutOff() }) { task.cancel() }
        return
      }
      if isStopping(&agenda, now) { return }
      do {
        if !agenda.isArranged {
          try await store.arrange(registry.lanes)
          agenda.isArranged = true
        }
        if now >= agenda.nextRenewal || signals.leases.take() { try await renew(&agenda) }
        if look != .none || state.withLock({ $0.hasEnded }) {
          for job in try await turn(&agenda, look) { group.addTask { await self.run(job) } }
        }
        agenda.trouble = .zero
      } catch {
        agenda.trouble = min(max(.milliseconds(100), agenda.trouble * 2), .seconds(1))
        // It may have claimed jobs that it does not know of.
        if (error as? DatabaseError)?.code == .outcomeUnknown { agenda.nextRenewal = .now }
        logger.error("The queue cannot be reached", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: state.withLock { $0.isStopping } ? .milliseconds(200) : agenda.trouble)
      }
      look = await pause(agenda)
    }
  }

  /// Whether the runner is done; when the grace time is over, what is in hand is cancelled.
  private func isStopping(_ agenda: inout Agenda, _ now: ContinuousClock.Instant) -> Bool {
    if state.withLock({ $0.isOver }) { return true }
    guard state.withLock({ $0.isStopping }) else { return false }
    let cutOff = agenda.cutOff ?? now + options.gracePeriod
    agenda.cutOff = cutOff
    guard now >= cutOff else { return false }
    for task in state.withLock({ $0.cutOff() }) { task.cancel() }
    // A handler that does not heed its cancellation ends with the process, and so does an end that the database does not take.
    if now >= cutOff + .seconds(5), agenda.trouble > .zero || !state.withLock({ $0.hasEnded }) {
      logger.warning(
        "Jobs are left behind: their leases run out", metadata: ["jobs": "\(state.withLock { $0.leftBehind })"])
      return true
    }
    return false
  }

  /// Waits until there is something to do.
  ///
  /// - Returns: what to do about the queue then.
  private func pause(_ agenda: Agenda) async -> Look {
    let (hasEnded, deadline, isStopping) = state.withLock { ($0.hasEnded, $0.nextDeadline, $0.isStopping) }
    if state.withLock({ $0.isOver }) { return .none }
    if hasEnded {
      // A commit on a server costs more than a short wait, in which many more may end.
      for _ in 0..<3 where store.sql.hasManyWriters && state.withLock({ $0.isMostlyRunning }) {
        try? await Task.sleep(for: .milliseconds(1), tolerance: .zero)
      }
      // What has ended is written now, and its place taken in the same transaction.
      _ = signals.work.take()
      return .claim
    }
    let now = ContinuousClock.now
    var pause = min(options.pollInterval, agenda.nextRenewal - now)
    // Who has no room waits for room, not for what is due.
    if let due = agenda.nextDue, state.withLock({ $0.room }) > 0 {
      pause = min(pause, .seconds(max(0, due.timeIntervalSince(store.clock.now))))
    }
    if let deadline { pause = min(pause, deadline - now) }
    if let cutOff = agenda.cutOff { pause = min(pause, now < cutOff ? cutOff - now : .milliseconds(50)) }
    if isStopping { pause = min(pause, .milliseconds(100)) }
    // A millisecond at least: what is due to the instant may still be a fraction away.
    let isHinted = await signals.work.wait(upTo: max(pause, .milliseconds(1)))
    return state.withLock { $0.room } == 0 ? .none : isHinted ? .claim : .ask
  }

  /// Writes what has ended and claims what is available, in one transaction.
  private func turn(_ agenda: inout Agenda, _ look: Look) async throws -> [ClaimedJob] {
    let (ended, room) = state.withLock { ($0.takeEnded(), $0.room) }
    guard room > 0 || !ended.isEmpty else { return [] }
    if look != .claim, ended.isEmpty {
      let outlook = try await store.outlook()
      agenda.nextDue = outlook.next
      if outlook.isLeaseOver { agenda.nextRenewal = .now }
      guard outlook.isWorkDue else { return [] }
    }
    let began = store.clock.now
    let noted = signals.since.take()
    let since = look == .ask ? nil : agenda.frontier.start(at: .now)?.map { min($0, noted ?? $0) }
    do {
      let (accepted, claimed, staged, start) = try await store.transaction {
        [store, lanes = registry.lanes, only] transaction in
        let accepted = try await store.end(ended, in: transaction)
        let staged = try await store.stage(in: transaction)
        // What was staged may have been due for long.
        let start = store.sql.hasManyWriters && staged.count == 0 ? since : nil
        let claimed =
          if let only {
            room > 0 ? try await store.claim(only: only, in: transaction) : []
          } else {
            try await store.claim(room, lanes: lanes, since: start, in: transaction)
          }
        return (accepted, claimed, staged, start)
      }
      agenda.nextDue = staged.next
      if room > 0 {
        agenda.frontier.looked(
          from: start, on: began, claimed: claimed.map { ($0.priority, $0.scheduledAt) }, hasAll: claimed.count < room,
          at: .now)
      } else if let noted {
        signals.since.note(noted)
      }
      for run in ended where !accepted.contains(run.id) {
        logger.warning("The job's lease had run out: its end was refused", metadata: ["run": "\(run.id)"])
      }
      let now = ContinuousClock.now
      state.withLock { state in
        if only != nil, claimed.isEmpty { state.giveUp() }
        for job in claimed {
          state.start(job.id, fence: job.fence, deadline: now + registry.policy(of: job.name).timeout)
        }
        metrics.isRunning(state.count)
      }
      // There may be more, and somebody else who has room for it.
      if only == nil, room > 0, claimed.count == room { signals.others.signal() }
      return claimed
    } catch {
      state.withLock { $0.putBack(ended) }
      if let noted { signals.since.note(noted) }
      throw error
    }
  }

  /// Renews the leases of what is in hand, and takes over what other hosts left behind.
  private func renew(_ agenda: inout Agenda) async throws {
    agenda.nextRenewal = .now + options.lease / 3
    try await store.setClock()
    let now = store.clock.now
    // What it claims, it claims before or after.
    let claims = state.withLock { $0.claims }
    let (leases, unknown, rescued) = try await store.transaction { [store, registry, only] transaction in
      if only == nil { try await store.announce(in: transaction) }
      let leases = try await store.renew(in: transaction)
      let unknown = leases.filter { !claims.contains(.init(id: $0.id, fence: $0.fence)) }
      try await store.giveBack(unknown, in: transaction)
      let rescued = try await store.lost(in: transaction).map { job -> EndedRun in
        let verdict = Verdict(lost: job, policy: registry.policy(of: job.name), now: now, draw: .random(in: 0..<1))
        return EndedRun(
          id: job.id, fence: job.fence, outcome: verdict.outcome, error: verdict.error, finishedAt: now,
          milliseconds: nil, disposition: verdict.disposition)
      }
      _ = try await store.end(rescued, in: transaction)
      try await store.emptyLanes(besides: registry.lanes, of: Set(registry.entries.keys), in: transaction)
      return (leases, unknown, rescued)
    }
    for task in state.withLock({ $0.compare(with: leases) }) { task.cancel() }
    if !unknown.isEmpty { signals.enqueued(since: nil) }
    if !rescued.isEmpty {
      logger.warning("Took over jobs whose lease had run out", metadata: ["jobs": "\(rescued.count)"])
      signals.work.signal()
    }
  }

  /// Runs one job from its claim to its end.
  private func run(_ job: ClaimedJob) async {
    let started = ContinuousClock.now
    let id = InvocationID(at: store.clock.now)
    var logger = logger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "job"] = "\(job.name)"
    logger[metadataKey: "run"] = "\(job.id)"
    logger[metadataKey: "attempt"] = "\(job.attempt)"
    guard let entry = registry.entries[job.name] else { return handBack(job, logger) }
    let deadline = store.clock.now.addingTimeInterval(entry.policy.timeout.seconds)
    let run = JobRun(
      id: job.id, attempt: job.attempt, maximumAttempts: job.maximumAttempts, scheduledAt: job.scheduledAt)
    let (end, ending) = AsyncStream<Never>.makeStream()
    let task = Task { [invoke, logger] in
      defer { ending.finish() }
      try await invoke(entry.endpoint, Array(job.payload.utf8), id, job.trigger, run, deadline, logger)
    }
    if state.withLock({ $0.attach(task, to: job.id, fence: job.fence) }) { task.cancel() }
    // Unlike the wait for a task's result, this one ends when the runner gives the job up.
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
      draw: .random(in: 0..<1))
    log(verdict, job, milliseconds, logger)
    metrics.ended(job.name, verdict.outcome, milliseconds: milliseconds)
    state.withLock {
      $0.end(
        EndedRun(
          id: job.id, fence: job.fence, outcome: verdict.outcome, error: verdict.error, finishedAt: now,
          milliseconds: Int64(milliseconds.rounded()), disposition: verdict.disposition))
    }
    signals.work.signal()
  }

  /// A job that only a newer or older program knows waits for a host that does.
  private func handBack(_ job: ClaimedJob, _ logger: Logger) {
    logger.warning("This host has no function of that name: the job waits for one that has")
    let now = store.clock.now
    state.withLock {
      $0.end(
        EndedRun(
          id: job.id, fence: job.fence, outcome: .snoozed, error: "the host has no function named \(job.name)",
          finishedAt: now, milliseconds: 0, disposition: .again(at: now.addingTimeInterval(60), usesAttempt: false)))
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
    case .again(let date, _): metadata["next_run_at"] = "\(WireDate.string(from: date))"
    case .dead: metadata["is_dead"] = "true"
    }
    let isFault = [.failed, .timedOut, .lost].contains(verdict.outcome)
    logger.log(level: isFault ? .error : .info, "run", metadata: metadata)
  }
}
