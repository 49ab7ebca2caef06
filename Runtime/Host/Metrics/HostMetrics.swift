/// The host's metrics: requests by function and status, their durations, and those in hand.
public struct HostMetrics: Sendable {
  /// The registry of the series.
  public let registry: PrometheusRegistry

  /// Creates metrics in a registry.
  public init(registry: PrometheusRegistry) { self.registry = registry }

  /// Sets the gauges of the memory for bodies.
  func report(_ bodies: BodyBudget) {
    let (used, waiting) = bodies.current
    registry.gauge("swiftlet_body_memory_bytes", help: "Memory that requests' bodies have acquired").set(Double(used))
    registry.gauge("swiftlet_body_memory_limit_bytes", help: "Memory that they share").set(Double(bodies.capacity))
    registry.gauge("swiftlet_body_memory_waiting", help: "Requests that wait for such memory").set(Double(waiting))
  }

  func function(_ name: String) -> FunctionMetrics { FunctionMetrics(name, registry) }
}
