package import FoundationEssentials

extension FunctionHost {
  /// The values that `/metrics` shows now.
  package var currentMetrics: [MetricFamily] {
    dispatcher.metrics.report(dispatcher.bodies)
    return dispatcher.metrics.registry.metrics
  }

  /// The instant from which its counters and histograms count.
  package var metricsStarted: Date { dispatcher.metrics.registry.started }
}
