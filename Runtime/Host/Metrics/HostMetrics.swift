import Edge
import Synchronization

/// The host's metrics: requests by function and status, their durations, and those in hand.
public struct HostMetrics: Sendable {
  /// The registry of the series.
  public let registry: PrometheusRegistry
  let names = OperationNames()
  private let functions = FunctionTable()

  /// Creates metrics in a registry.
  public init(registry: PrometheusRegistry) { self.registry = registry }

  /// Sets the gauges of the memory for bodies.
  func report(_ bodies: BodyBudget) {
    let (used, waiting) = bodies.current
    registry.gauge("swiftlet_body_memory_bytes", help: "Memory that requests' bodies have acquired").set(Double(used))
    registry.gauge("swiftlet_body_memory_limit_bytes", help: "Memory that they share").set(Double(bodies.capacity))
    registry.gauge("swiftlet_body_memory_waiting", help: "Requests that wait for such memory").set(Double(waiting))
  }

  /// The metrics of a name: the same ones for a function and for the database function of its name.
  ///
  /// - Parameter isMeasured: whether durations are counted. Those of the console's streams say how long a page was
  ///   open.
  func function(
    _ name: String, _ kind: OperationStatistics.Kind = .function, isMeasured: Bool = true
  ) -> FunctionMetrics {
    functions.byName.withLock { functions in
      if let metrics = functions[name] { return metrics }
      let metrics = FunctionMetrics(names.name(name, kind), name, registry, isMeasured: isMeasured)
      functions[name] = metrics
      return metrics
    }
  }
}

/// The metrics of a host's functions and handlers, by name. They are as many as the program has.
private final class FunctionTable: Sendable {
  let byName = Mutex<[String: FunctionMetrics]>([:])
}
