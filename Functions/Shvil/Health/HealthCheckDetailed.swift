import Edge
import Foundation

/// The state and the latency of each of the host's connections, its version and its uptime.
///
/// It answers also while a connection is down, and says which. No address and no error's text is in it.
let healthCheckDetailed = Function("health_check_detailed", access: HealthAccess()) { context in
  let health = await context.host.health()
  return DetailedHealth(
    status: HealthStatus(health), version: health.version, startedAt: health.startedAt,
    uptimeSeconds: health.uptimeSeconds, timestamp: context.clock.now,
    checks: DetailedHealth.Checks(database: health.database, queue: health.queue, push: health.push))
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("The state and the latency of database, queue and push, the version and the uptime.")

struct DetailedHealth: Codable {
  struct Checks: Codable {
    let database: ConnectionHealth
    let queue: ConnectionHealth
    let push: ConnectionHealth
  }

  let status: HealthStatus
  let version: String
  let startedAt: Date
  let uptimeSeconds: Double
  let timestamp: Date
  let checks: Checks

  enum CodingKeys: String, CodingKey {
    case status, version
    case startedAt = "started_at"
    case uptimeSeconds = "uptime_seconds"
    case timestamp, checks
  }
}
