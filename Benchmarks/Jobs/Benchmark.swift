import CoreMetrics
import Curl
import Edge
import Engines
import Foundation
import Jobs
import Logging
import Synchronization

struct Empty: Codable, Sendable {}

let nothing = Function("nothing", access: .serviceRole) { (_: Empty, _) in NoContent() }

/// Measures the queue, each part on tables of its own.
struct Benchmark {
  let place: Place
  let scale: Double

  /// All there is to measure on files.
  func run() async throws -> [String: Double] {
    var figures: [String: Double] = [:]
    for (name, value) in try await latency() { figures[name] = value }
    figures["enqueued_per_second"] = try await enqueueing()
    var rates: (fresh: [Double], old: [Double]) = ([], [])
    for _ in 0..<3 {
      rates.fresh.append(try await draining(history: 0))
      rates.old.append(try await draining(history: count(1_000_000)))
    }
    figures["drained_per_second"] = percentile(rates.fresh, 0.5)
    figures["drained_per_second_with_history"] = percentile(rates.old, 0.5)
    for (name, value) in try await lateness() { figures[name] = value }
    figures["idle_cpu_percent"] = try await idleCost()
    for (name, value) in try nextFires() { figures[name] = value }
    return figures
  }

  func count(_ full: Double) -> Int { max(10, Int(full * scale)) }

  /// A queue on fresh tables, or on those that are there.
  func withQueue<Result>(
    _ name: String, isFresh: Bool = true, jobs: [Job] = [], functions: [any Endpoint] = [nothing],
    prepare: (Database) async throws -> Void = { _ in }, _ body: (JobSystem, Database) async throws -> Result
  ) async throws -> Result {
    if isFresh {
      let fresh = try await place.make(name)
      try await fresh.migrate(JobSystem.migrations)
      try await prepare(fresh)
      // Closing writes a file's journal back, as a host does that has run for a while.
      await fresh.close()
    }
    let database = try await place.open(name)
    let system = JobSystem(
      registry: try JobRegistry(functions: functions, jobs: jobs), database: database,
      metrics: NOOPMetricsHandler.instance, logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })
    let result = try await body(system, database)
    await database.close()
    return result
  }

  /// Starts the runner, and the scheduler if asked for, until the body is done.
  func running<Result: Sendable>(
    _ system: JobSystem, _ database: Database, schedules: Bool = false, started: @escaping @Sendable (JobRun) -> Void,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let services = Services(
      database: database, jobs: JobQueue(system.queue, database: database), http: HTTPClient(), storage: NoStorage(),
      clock: .system, background: NoBackground(), secrets: Secrets([:]))
    let runner = system.runner { job in
      if let run = job.run { started(run) }
      _ = try await job.function.invoke(job.request, job.invocation(services: services))
    }
    let working = Task { try await runner.run() }
    let bridging = system.bridge().map { bridge in Task { try await bridge.run() } }
    let scheduling = schedules ? Task { try await system.scheduler().run() } : nil
    let result = try await body()
    working.cancel()
    bridging?.cancel()
    scheduling?.cancel()
    return result
  }
}

private struct NoBackground: BackgroundWork {
  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {}
}

/// Times, and what may be said of them.
func percentile(_ values: [Double], _ part: Double) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}
