import Database
import Edge
import FoundationEssentials
import Logging
import ServiceLifecycle
import Synchronization

/// The service that claims jobs, runs them and writes their ends.
///
/// One transaction writes the ends and claims the next jobs, so a busy host needs one commit for many jobs. On graceful
/// shutdown the runner claims no more, lets running jobs finish within the grace period, cancels the others, and
/// returns those that end in time to the queue.
package final class JobRunner: Service {
  let store: JobStore
  let registries: JobRegistrySource
  let options: JobOptions
  let signals: JobSignals
  let invoke: JobInvoker
  let metrics: JobMetrics
  let logger: Logger
  let state: Mutex<RunnerState<Task<Void, any Error>>>
  /// The only job to run; nil for all.
  let only: Int64?

  init(
    only: Int64? = nil, store: JobStore, registries: JobRegistrySource, options: JobOptions, signals: JobSignals,
    metrics: JobMetrics, logger: Logger, invoke: @escaping JobInvoker
  ) {
    self.store = store
    self.registries = registries
    self.options = options
    self.signals = signals
    self.invoke = invoke
    self.metrics = metrics
    self.logger = logger
    self.only = only
    state = Mutex(RunnerState(capacity: max(1, options.capacity), remaining: only == nil ? nil : 1))
  }

  var registry: JobRegistry { registries.current }

  /// Runs jobs until graceful shutdown, or the runner's only job until its end.
  package func run() async throws {
    await withGracefulShutdownHandler {
      await withDiscardingTaskGroup { group in
        await loop(&group)
        // Best effort: without it the host's entry expires.
        if only == nil { try? await store.leave() }
        // Handlers that ignored their cancellation are not waited for.
        group.cancelAll()
      }
    } onGracefulShutdown: {
      self.state.withLock { $0.stop() }
      self.signals.work.signal()
    }
  }

  /// Runs due jobs until none is left, for `TestHost`.
  ///
  /// Jobs that wait for their function's rate stay in the queue.
  ///
  /// - Throws: `DatabaseError`.
  package func drain() async throws {
    var loopState = LoopState(TakeOverPermit(lease: options.lease, isShared: store.sql.isServer))
    while true {
      let claimed = try await writeAndClaim(&loopState, .ifDue)
      if claimed.isEmpty, !loopState.claimsAgain, !state.withLock({ $0.hasEnded }) { return }
      await withTaskGroup { group in
        group.addTask { await self.enforceTimeouts() }
        await withDiscardingTaskGroup { runs in
          for job in claimed { runs.addTask { await self.run(job) } }
        }
        group.cancelAll()
      }
    }
  }

  /// Cancels each run at its deadline, until no run has one or the task is cancelled.
  private func enforceTimeouts() async {
    while let next = state.withLock(\.nextDeadline) {
      guard (try? await Task.sleep(until: next, clock: .continuous)) != nil else { return }
      for task in state.withLock({ $0.timeOut(at: .now) }) { task.cancel() }
    }
  }

  private func loop(_ group: inout DiscardingTaskGroup) async {
    var loopState = LoopState(TakeOverPermit(lease: options.lease, isShared: store.sql.isServer))
    var mode = ClaimMode.always
    while true {
      let now = ContinuousClock.now
      for task in state.withLock({ $0.timeOut(at: now) }) { task.cancel() }
      if Task.isCancelled {
        // There is no time to write: the leases of the running jobs expire.
        for task in state.withLock({ $0.cutOff() }) { task.cancel() }
        return
      }
      if isStopping(&loopState, now) { return }
      do {
        if !loopState.hasLeft, state.withLock({ $0.isStopping }) { try await leave(&loopState) }
        if now >= loopState.nextRenewal || signals.leases.take() { try await renew(&loopState) }
        if now >= loopState.nextCount { try await count(&loopState) }
        try await arrange(&loopState)
        if mode != .none || state.withLock({ $0.hasEnded }) {
          for job in try await writeAndClaim(&loopState, mode) { group.addTask { await self.run(job) } }
        }
        loopState.trouble = .zero
      } catch {
        loopState.trouble = min(max(.milliseconds(100), loopState.trouble * 2), .seconds(1))
        // First of all: leases run out while the database is away, and the renewal finds those of a claim that was
        // committed without this host's knowledge.
        loopState.nextRenewal = .now
        loopState.takeOver.failed()
        logger.error("The queue cannot be reached", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: state.withLock { $0.isStopping } ? .milliseconds(200) : loopState.trouble)
      }
      mode = await pause(loopState)
    }
  }

  /// Removes this host from the table of hosts when it begins to stop. Jobs that it leaves behind then do not count as
  /// killed by a host's death.
  private func leave(_ loopState: inout LoopState) async throws {
    if only == nil { try await store.leave() }
    loopState.hasLeft = true
  }

  /// The interval between counts for the metrics: at least `shortest`, and `counts` times the duration of a count.
  private static let countInterval = (shortest: Duration.seconds(5), counts: 300)

  /// Counts the jobs in the queue for the metrics, rarely enough that many hosts on one database do not load it.
  private func count(_ loopState: inout LoopState) async throws {
    let start = ContinuousClock.now
    loopState.nextCount = start + Self.countInterval.shortest
    guard only == nil else { return }
    let depth = try await store.depth(excluding: registries.unknown)
    metrics.record(depth, at: store.clock.now)
    loopState.nextCount = max(loopState.nextCount, start + start.duration(to: .now) * Self.countInterval.counts)
  }
}
