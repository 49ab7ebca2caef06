import Edge

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
