import Database
public import Edge
import Foundation
import Logging
public import ServiceLifecycle
import Synchronization

/// Runs a function with the project's own rights: the host's part of a job.
///
/// It throws what the function throws.
public typealias JobInvoker = @Sendable (JobInvocation) async throws -> Void

/// Empties the queue: claims jobs, runs them, writes how they ended.
///
/// One transaction writes what has ended and claims what comes next, so a busy host pays for one commit where it would pay for many. On graceful
/// shutdown it claims no more, lets what is in hand finish within the grace period, cancels the rest, and hands back what has ended by then.
public final class JobRunner: Service {
  let store: JobStore
  let registry: JobRegistry
  let options: JobOptions
  let signals: JobSignals
  let invoke: JobInvoker
  let metrics: JobMetrics
  let logger: Logger
  let state: Mutex<RunnerState<Task<Void, any Error>>>
  /// The one job to run; nil for all.
  let only: Int64?

  init(
    only: Int64? = nil, store: JobStore, registry: JobRegistry, options: JobOptions, signals: JobSignals,
    metrics: JobMetrics, logger: Logger, invoke: @escaping JobInvoker
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
  /// What waits for its function's rate stays in the queue.
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
        if !agenda.hasLeft, state.withLock({ $0.isStopping }) { try await leave(&agenda) }
        if now >= agenda.nextRenewal || signals.leases.take() { try await renew(&agenda) }
        if now >= agenda.nextCount { try await count(&agenda) }
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

  /// Takes this host off the list of hosts as soon as it stops, while its jobs still end: what it leaves behind at the end of the grace
  /// period is not held against the jobs.
  private func leave(_ agenda: inout Agenda) async throws {
    if only == nil { try await store.leave() }
    agenda.hasLeft = true
  }

  /// Writes what has ended and claims what is available, in one transaction.
  private func turn(_ agenda: inout Agenda, _ look: Look) async throws -> [ClaimedJob] {
    // Ticks do not wait until what others have done is written.
    let isPunctual = signals.ticks.take()
    let look = isPunctual ? .claim : look
    let (ended, room) = state.withLock { state in
      let room = isPunctual ? state.roomBeforeWriting : 0
      return room > 0 ? ([], room) : (state.takeEnded(), state.room)
    }
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
      let (accepted, claim, staged, start) = try await store.transaction {
        [self, store, lanes = registry.lanes, only] transaction in
        let accepted = try await store.end(ended, in: transaction)
        let staged = try await store.stage(in: transaction)
        // What was staged may have been due for long.
        let start = store.sql.isServer && staged.count == 0 ? since : nil
        let claim =
          if let only {
            Claim(jobs: room > 0 ? try await store.claim(only: only, in: transaction) : [])
          } else {
            try await store.claim(
              room, lanes: lanes, since: start,
              beside: state.withLock { staged.isApartWaiting || $0.hasAlone ? $0.inHand : nil }, in: transaction)
          }
        return (accepted, claim, staged, start)
      }
      let claimed = claim.jobs
      agenda.nextDue = staged.next
      agenda.nextStart = claim.nextStart
      if !claim.isWhole {
        // What was passed over is found by looking at all.
        signals.since.note(Date(timeIntervalSince1970: 0))
      } else if room > 0 {
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
          state.start(
            job.id, fence: job.fence, function: job.name, deadline: now + registry.policy(of: job.name).timeout,
            isAlone: job.isAlone)
        }
        metrics.isRunning(state.count)
      }
      // There may be more, and another host that has room for it.
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
    // What it claims, it claims before or after.
    let claims = state.withLock { $0.claims }
    let isAnnounced = only == nil && !agenda.hasLeft
    let (leases, unknown, rescued) = try await store.transaction { [store, registry] transaction in
      let leases = try await store.renew(in: transaction)
      let unknown = leases.filter { !claims.contains(.init(id: $0.id, fence: $0.fence)) }
      try await store.giveBack(unknown, in: transaction)
      let rescued = try await store.takeOver(policy: registry.policy(of:), in: transaction) { .random(in: 0..<1) }
      // Not before: hosts that died long ago leave the list then, and their jobs would count as left in good order.
      if isAnnounced { try await store.announce(in: transaction) }
      try await store.emptyLanes(besides: registry.lanes, of: Set(registry.entries.keys), in: transaction)
      return (leases, unknown, rescued)
    }
    for task in state.withLock({ $0.compare(with: leases) }) { task.cancel() }
    if !unknown.isEmpty { signals.enqueued(since: nil) }
    if !rescued.isEmpty {
      logger.warning("Took over jobs whose lease had run out", metadata: ["jobs": "\(rescued.count)"])
      for run in rescued where run.disposition == .dead {
        logger.error("The job is dead", metadata: ["run": "\(run.id)", "error": "\(run.error ?? "")"])
      }
      signals.work.signal()
    }
  }

  /// How long the queue's metrics stay as they are, at least, and in terms of the time that it takes to count.
  private static let countInterval = (shortest: Duration.seconds(5), counts: 300)

  /// Counts what is in the queue, for the metrics: so rarely that many hosts on one database do not load it by that.
  private func count(_ agenda: inout Agenda) async throws {
    let start = ContinuousClock.now
    agenda.nextCount = start + Self.countInterval.shortest
    guard only == nil else { return }
    let depth = try await store.depth()
    metrics.record(depth, at: store.clock.now)
    agenda.nextCount = max(agenda.nextCount, start + start.duration(to: .now) * Self.countInterval.counts)
  }
}
