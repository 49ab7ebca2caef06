import CoreMetrics

/// The counters of one signal's export: `swiftlet_telemetry_sent_total`, `_dropped_total` and `_failed_requests_total`.
struct ExportMeter: Sendable {
  private let signal: TelemetrySignal
  private let sent: Counter
  private let failures: Counter
  private let dropped: [ExportCounts.Drop: Counter]
  private let missed: Counter

  init(_ signal: TelemetrySignal, factory: any MetricsFactory) {
    self.signal = signal
    let dimensions = [("signal", signal.rawValue)]
    sent = Counter(label: "swiftlet_telemetry_sent_total", dimensions: dimensions, factory: factory)
    failures = Counter(label: "swiftlet_telemetry_failed_requests_total", dimensions: dimensions, factory: factory)
    let drops = { (reason: String) in
      Counter(
        label: "swiftlet_telemetry_dropped_total", dimensions: dimensions + [("reason", reason)], factory: factory)
    }
    dropped = Dictionary(uniqueKeysWithValues: ExportCounts.Drop.allCases.map { ($0, drops($0.rawValue)) })
    missed = drops("missed")
  }

  func add(_ counts: ExportCounts) {
    if counts.sent > 0 { sent.increment(by: counts.sent) }
    if counts.failures > 0 { failures.increment(by: counts.failures) }
    for (reason, count) in counts.dropped { dropped[reason]?.increment(by: count) }
  }

  /// Adds records of the ring that were gone before they were read.
  func missed(_ count: Int) {
    if count > 0 { missed.increment(by: count) }
  }
}
