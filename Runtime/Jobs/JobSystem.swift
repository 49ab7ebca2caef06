package import CoreMetrics
package import Database
package import Edge
import FoundationEssentials
package import Logging

/// The job queue on one database, with its scheduler and its runner.
package struct JobSystem: Sendable {
  /// The migrations of the queue's tables.
  package static let migrations = MigrationSet(
    name: "swiftlet",
    [
      .jobs, .hosts, .takeOver, .callLimits, .idempotencyKeys, .runOrigins, .hostFigures, .runsByJob, .heldJobs,
      .heldJobsOnSQLite,
    ])

  package var registry: JobRegistry { registries.current }
  let registries: JobRegistrySource
  let store: JobStore
  let signals = JobSignals()
  let counts: CountsReader
  let bulkChanges = BulkChanges()
  private let options: JobOptions
  private let metrics: JobMetrics
  let logger: Logger

  /// Creates the system on a database with the tables of ``migrations``. Without clocks, it uses the database's wall
  /// clock and the engine's clock for leases.
  package init(
    registry: JobRegistry, database: Database, clock: WallClock? = nil, leaseClock: LeaseClock? = nil,
    options: JobOptions = JobOptions(), metrics: any MetricsFactory, logger: Logger
  ) {
    registries = JobRegistrySource(registry)
    self.options = options
    self.metrics = JobMetrics(factory: metrics)
    self.logger = logger
    store = JobStore(
      database: database, clock: clock, leaseClock: leaseClock,
      leaseMilliseconds: Int64(max(1, options.lease.seconds) * 1000), holder: JobStore.makeHolder())
    counts = CountsReader(store: store, registries: registries)
  }

  /// The queue that functions use.
  package var queue: any QueueEngine { StoredQueue(store: store, signals: signals) }

  /// The service that carries hints between hosts on the same database; nil if the engine has no notifications.
  package func bridge() -> SignalBridge? {
    store.database.engine.notifications.map {
      SignalBridge(notifications: $0, signals: signals, logger: logger)
    }
  }

  /// Sets the closure that is called after a job was enqueued, cancelled, begun or ended on this host. The closure must
  /// return at once.
  package func onChange(_ observe: @escaping @Sendable () -> Void) { signals.observer.set(observe) }

  /// Sets the source of the figures that this host publishes with each announcement.
  package func announce(_ figures: @escaping @Sendable () -> HostFigures) { store.announcement.set(figures) }

  /// The hosts that have announced themselves, the newest first.
  package func hosts() async throws -> [JobHost] { try await store.hosts() }

  /// The name of this host in the table of hosts and in the history.
  package var hostName: String { store.holder }

  /// The number of hosts that have announced themselves within the duration of a lease.
  package func hostsUp() async throws -> Int { try await store.hostsUp() }

  /// The depth of the queue in the last hour, as this host has counted it.
  var depths: QueueDepths { metrics.depths.depths(at: store.clock.now) }

  /// The service that writes the ticks of the schedules into the queue.
  package func scheduler() -> Scheduler {
    Scheduler(store: store, registries: registries, signals: signals, logger: logger)
  }

  /// The service that runs the jobs of the queue, or only one of them.
  package func runner(only job: Int64? = nil, invoke: @escaping JobInvoker) -> JobRunner {
    if job == nil { registries.noteRunner() }
    return JobRunner(
      only: job, store: store, registries: registries, options: options, signals: signals, metrics: metrics,
      logger: logger, invoke: invoke)
  }

  /// Replaces the functions and jobs that can run: the scheduler takes them at its next tick, the runner at its next
  /// claim. Running jobs go on.
  ///
  /// A waiting job of a function that is gone keeps waiting until a host has the function.
  package func replace(_ registry: JobRegistry) {
    registries.replace(with: registry)
    signals.enqueued(since: nil)
  }
}

/// The queue engine that functions use, on the job store.
private struct StoredQueue: QueueEngine {
  let store: JobStore
  let signals: JobSignals

  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] {
    let now = store.clock.now
    // The caller's role has no rights on the queue's tables.
    let enqueued = try await store.insert(jobs, trigger: .enqueue, in: transaction.asHost)
    let since = jobs.map { min($0.runAt ?? now, now) }.min() ?? now
    // After the commit, because a claim on another connection cannot see the rows before it.
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
