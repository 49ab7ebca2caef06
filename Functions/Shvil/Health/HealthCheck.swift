import Edge
import Foundation

/// Says whether the backend works, and no more: the app calls it before a user has signed in.
let healthCheck = Function("health_check") { context in
  let status = HealthStatus(await context.host.health())
  guard status != .unhealthy else { throw FunctionError.notConnected("The database does not answer", retryAfter: 5) }
  return Health(status: status, timestamp: context.clock.now)
}.limited(shvilLimit, as: "shvil").readOnly()
  .described(
    "Says whether the backend works: healthy, or degraded if notifications or jobs wait. 503 without a database.")

struct Health: Codable {
  let status: HealthStatus
  let timestamp: Date
}

/// A host's health in one word.
enum HealthStatus: String, Codable, CaseIterable {
  /// Every connection answers.
  case healthy
  /// The database answers, and another connection does not.
  case degraded
  /// The database does not answer.
  case unhealthy

  init(_ health: HostHealth) {
    self = health.database.status == .down ? .unhealthy : health.isWhole ? .healthy : .degraded
  }
}
