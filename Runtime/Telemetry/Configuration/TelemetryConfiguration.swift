package import Edge

/// The signals that are exported by OTLP, with their destinations. Without a destination nothing is exported, and there
/// is no service.
package struct TelemetryConfiguration: Sendable, Hashable {
  package var destinations: [TelemetrySignal: CollectorDestination] = [:]
  package var sampler = TraceSampler()
  package var traces = ExportRules()
  package var logs = ExportRules()
  /// The time between two exports of metrics.
  package var metricInterval = Duration.seconds(60)
  /// `service.name` of the resource; nil for that of the attributes, or `swiftlet`.
  package var serviceName: String?
  /// `OTEL_RESOURCE_ATTRIBUTES`.
  package var attributes: [KeyValueList.Pair] = []

  /// The specification's defaults, without a destination.
  package init() { logs.delay = .seconds(1) }

  /// Whether a trace that begins with a run is recorded; always, if no traces are exported.
  package func samples(_ run: InvocationID) -> Bool {
    destinations[.traces] == nil || sampler.isSampled(TraceID(run.uuid), parent: nil)
  }

  /// The rules of a signal. Of metrics only the newest values wait.
  func rules(_ signal: TelemetrySignal, _ destination: CollectorDestination) -> ExportRules {
    var rules: ExportRules
    switch signal {
    case .traces: rules = traces
    case .logs: rules = logs
    case .metrics:
      rules = ExportRules()
      rules.queueSize = 1
      rules.batchSize = 1
    }
    rules.timeout = destination.timeout
    return rules
  }
}
