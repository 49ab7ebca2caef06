public import CoreMetrics
public import Database
public import Edge
import Foundation
public import Logging

/// The queue, the schedules and what empties and fills them, on one database.
public struct JobSystem: Sendable {
  /// The tables of the queue, and what the host remembers of its jobs.
  public static let migrations = MigrationSet(name: "swiftlet", [.jobs, .hosts, .takeOver])

  /// What can run.
  public let registry: JobRegistry
  let store: JobStore
  let signals = JobSignals()
  private let options: JobOptions
  private let metrics: JobMetrics
  private let logger: Logger

  /// Puts the queue together.
  ///
  /// - Parameters:
  ///   - registry: what can run.
  ///   - database: a database with the tables of ``migrations``.
  ///   - clock: the clock of the day; nil for the database's.
  ///   - options: limits.
  ///   - metrics: where to count.
  ///   - logger: where to write.
  public init(
    registry: JobRegistry, database: Database, clock: WallClock? = nil, options: JobOptions = JobOptions(),
    metrics: any MetricsFactory, logger: Logger
  ) {
    self.init(
      registry: registry, database: database, clock: clock, leaseClock: nil, options: options, metrics: metrics,
      logger: logger)
  }

  init(
    registry: JobRegistry, database: Database, clock: WallClock?, leaseClock: LeaseClock?, options: JobOptions,
    metrics: any MetricsFactory, logger: Logger
  ) {
    self.registry = registry
    self.options = options
    self.metrics = JobMetrics(factory: metrics)
    self.logger = logger
    store = JobStore(
      database: database, clock: clock, leaseClock: leaseClock,
      leaseMilliseconds: Int64(max(1, options.lease.seconds) * 1000), holder: JobStore.makeHolder())
  }

  /// Where functions enqueue.
  public var queue: any QueueEngine { Queue(store: store, signals: signals) }

  /// Carries hints between this host and others on the same database; nil where there are no others.
  public func bridge() -> SignalBridge? {
    store.database.engine.notifications.map {
      SignalBridge(notifications: $0, signals: signals, logger: logger)
    }
  }

  /// Fills the queue with the ticks of the schedules.
  public func scheduler() -> Scheduler {
    Scheduler(store: store, registry: registry, signals: signals, logger: logger)
  }

  /// Empties the queue.
  ///
  /// - Parameters:
  ///   - job: the one job to run; nil for all.
  ///   - invoke: runs a function.
  public func runner(only job: Int64? = nil, invoke: @escaping JobInvoker) -> JobRunner {
    JobRunner(
      only: job, store: store, registry: registry, options: options, signals: signals, metrics: metrics,
      logger: logger, invoke: invoke)
  }
}

/// The queue as functions see it.
private struct Queue: QueueEngine {
  let store: JobStore
  let signals: JobSignals

  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] {
    let now = store.clock.now
    // A caller has no rights on the queue's tables.
    let enqueued = try await store.insert(jobs, trigger: .enqueue, in: transaction.asHost)
    let since = jobs.map { min($0.runAt ?? now, now) }.min() ?? now
    // Not before: a claim on another connection would not see it yet.
    transaction.afterCommit { [signals] in signals.enqueued(since: since) }
    return enqueued
  }

  func status(of id: Int64) async throws -> JobStanding? { try await store.status(of: id) }

  func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult {
    let result = try await store.cancel(id, because: "a function cancelled it", in: transaction.asHost)
    transaction.afterCommit { [signals] in signals.cancelled() }
    return result
  }

  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int {
    try await store.pruneHistory(olderThan: age, keeping: count)
  }
}
