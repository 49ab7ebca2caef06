import Edge
import Foundation

/// The counts, success rates and durations of the host's functions since its start, and the latencies of its
/// connections.
///
/// Jobs and the host's services are left out, and no figure is about a caller.
let systemMetrics = Function("get_system_metrics", access: HealthAccess()) { context in
  let health = await context.host.health()
  let functions = await context.host.statistics().filter { $0.kind == .function }
  return SystemMetrics(
    version: health.version, uptimeSeconds: health.uptimeSeconds, timestamp: context.clock.now,
    latencies: SystemMetrics.Latencies(
      database: health.database.latencyMilliseconds, queue: health.queue.latencyMilliseconds,
      push: health.push.latencyMilliseconds),
    total: SystemMetrics.Total(functions), functions: functions.map(SystemMetrics.Figures.init))
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Counts, success rates and durations by function since the start, and the latencies of the connections.")

struct SystemMetrics: Codable {
  /// In milliseconds; nil for a connection that has not answered.
  struct Latencies: Codable {
    let database: Double?
    let queue: Double?
    let push: Double?
  }

  /// The figures of one function.
  struct Figures: Codable {
    let name: String
    let count: Int
    let successRate: Double?
    let p50Milliseconds: Double?
    let p99Milliseconds: Double?

    init(_ statistics: OperationStatistics) {
      name = statistics.name
      count = statistics.count
      successRate = statistics.successRate
      p50Milliseconds = statistics.p50Milliseconds
      p99Milliseconds = statistics.p99Milliseconds
    }

    enum CodingKeys: String, CodingKey {
      case name, count
      case successRate = "success_rate"
      case p50Milliseconds = "p50_ms"
      case p99Milliseconds = "p99_ms"
    }
  }

  /// The calls of all functions.
  struct Total: Codable {
    let active: Int
    let count: Int
    let succeeded: Int
    let refused: Int
    let failed: Int
    let successRate: Double?

    init(_ functions: [OperationStatistics]) {
      active = functions.map(\.active).reduce(0, +)
      succeeded = functions.map(\.succeeded).reduce(0, +)
      refused = functions.map(\.refused).reduce(0, +)
      failed = functions.map(\.failed).reduce(0, +)
      count = succeeded + refused + failed
      successRate = count == 0 ? nil : Double(succeeded) / Double(count)
    }

    enum CodingKeys: String, CodingKey {
      case active, count, succeeded, refused, failed
      case successRate = "success_rate"
    }
  }

  let version: String
  let uptimeSeconds: Double
  let timestamp: Date
  let latencies: Latencies
  let total: Total
  let functions: [Figures]

  enum CodingKeys: String, CodingKey {
    case version
    case uptimeSeconds = "uptime_seconds"
    case timestamp
    case latencies = "latency_ms"
    case total, functions
  }
}
