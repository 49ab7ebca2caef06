import Edge
package import FoundationEssentials

extension FunctionHost {
  /// The values that `/metrics` shows now.
  package var currentMetrics: [MetricFamily] {
    dispatcher.metrics.report(dispatcher.bodies)
    return dispatcher.metrics.registry.metrics
  }

  /// The instant from which its counters and histograms count.
  package var metricsStarted: Date { dispatcher.metrics.registry.started }

  /// Counts its calls of functions and services: those that have ended since its start, and those in hand. The closure
  /// keeps the host's counters alone, not the host.
  package var countCalls: @Sendable () -> (ended: Int, running: Int) {
    { [operations] in
      operations.statistics.reduce(into: (ended: 0, running: 0)) { calls, name in
        guard name.kind != .job else { return }
        calls.ended += name.count
        calls.running += name.active
      }
    }
  }
}
