import CoreMetrics
import Edge
import Engines
import Foundation
import Logging
import NIOCore
import Scheduling
import SwiftletTesting
import Synchronization
import Testing

@testable import Jobs

/// A wall clock that tests set.
final class TestClock: Sendable {
  private let instant: Mutex<Date>
  private let boot = Mutex<Int64>(1_000_000)

  init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { instant = Mutex(start) }

  var now: Date { instant.withLock { $0 } }
  /// Advances both clocks.
  func advance(by seconds: Double) {
    step(by: seconds)
    boot.withLock { $0 += Int64(seconds * 1000) }
  }
  /// Sets the wall clock; the lease clock stays.
  func step(by seconds: Double) { instant.withLock { $0 += seconds } }

  var wall: WallClock { WallClock { self.now } }
  var lease: LeaseClock { LeaseClock(epoch: "boot") { self.boot.withLock { $0 } } }
}

/// A queue on a separate database. Each system is a host.
struct Fixture: Sendable {
  let database: Database
  /// The database's address on a server; nil if it is embedded.
  let url: String?
  let clock = TestClock()
  /// The names of the queue's tables.
  let tables: QueueDialect

  /// - Parameter connections: the number of concurrent statements on a server.
  init(connections: Int = 4) async throws {
    let temporary = try await TemporaryDatabase(connections: connections, migrations: [JobSystem.migrations])
    OwnDatabases.current?.add(temporary)
    database = temporary.database
    url = temporary.url
    tables = QueueDialect(database.dialect)
  }

  func system(
    _ functions: [any Endpoint] = [], jobs: [Job] = [], overrides: [String: JobOverride] = [:],
    options: JobOptions = .withoutHurry, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  ) throws -> JobSystem {
    JobSystem(
      registry: try JobRegistry(functions: functions, jobs: jobs, overrides: overrides), database: database,
      clock: clock.wall, leaseClock: clock.lease, options: options, metrics: NOOPMetricsHandler.instance,
      logger: logger)
  }

  func queue(_ system: JobSystem) -> JobQueue { JobQueue(system.queue, database: database) }

  func rows(_ sql: SQL) async throws -> [Row] { try await database.query(sql) }

  func count(_ state: String) async throws -> Int {
    try await database.first("SELECT count(*) AS n FROM \(tables.jobs) WHERE state = \(state)")?.get("n") ?? 0
  }

  func history(_ system: JobSystem, _ name: String? = nil) async throws -> [RunRecord] {
    var filter = HistoryFilter()
    filter.name = name
    return try await system.store.history(filter).reversed()
  }
}

extension JobOptions {
  /// Periods of an hour, so that the real clock ends no job on a slow machine.
  static var withoutHurry: Self {
    var options = JobOptions()
    options.gracePeriod = .seconds(3600)
    options.cancellationPeriod = .seconds(3600)
    return options
  }
}

extension JobSystem {
  /// Claims available jobs without running them.
  func claim(_ count: Int = 100) async throws -> [ClaimedJob] {
    try await store.database.transaction { transaction in
      _ = try await store.stage(in: transaction)
      return try await store.claim(count, lanes: registry.lanes, in: transaction).jobs
    }
  }

  /// Claims jobs that may start beside the host's running jobs.
  func claim(_ count: Int = 100, beside hand: JobsInHand) async throws -> ClaimResult {
    try await store.database.transaction { transaction in
      _ = try await store.stage(in: transaction)
      return try await store.claim(count, lanes: registry.lanes, beside: hand, in: transaction)
    }
  }

  /// Moves all jobs into their functions' lanes.
  func arrange() async throws {
    var last: Int64? = 0
    while let id = last { last = try await store.arrange(registry.lanes, after: id) }
  }

  /// Takes over lost jobs; their next tries are due at once.
  @discardableResult
  func takeOver() async throws -> [EndedRun] {
    try await store.database.transaction { transaction in
      try await store.takeOver(policy: registry.policy(of:), in: transaction) { 0 }
    }
  }

  /// Announces the host, as its runner does before its first claim.
  func announce() async throws { try await store.database.transaction { try await store.announce(in: $0) } }

  @discardableResult
  func end(_ job: ClaimedJob, _ outcome: RunOutcome = .completed, _ disposition: Disposition = .finished) async throws
    -> Bool
  {
    let run = EndedRun(
      id: job.id, fence: job.fence, outcome: outcome, error: nil, finishedAt: store.clock.now, milliseconds: 1,
      disposition: disposition)
    return try await store.database.transaction { try await store.end([run], in: $0) }.contains(job.id)
  }

  /// A runner that runs functions in this process, as a host does.
  func testRunner(_ fixture: Fixture) -> JobRunner {
    let queue = fixture.queue(self)
    let services = TestServices.make(fixture, queue)
    return runner { job in
      _ = try await job.function.invoke(job.request, job.invocation(services: services))
    }
  }
}

enum TestServices {
  private struct NoBackground: BackgroundWork {
    func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {}
  }

  static func make(_ fixture: Fixture, _ queue: JobQueue) -> Services {
    Services(
      database: fixture.database, jobs: queue, http: HTTPClient(), storage: NoStorage(), clock: fixture.clock.wall,
      background: NoBackground(), secrets: Secrets([:]))
  }
}
